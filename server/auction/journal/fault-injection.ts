const INJECTED_FAULTS = ['answer-before-commit', 'chain-unchecked', 'epoch-unchecked'] as const;
export type InjectedFault = (typeof INJECTED_FAULTS)[number];

/**
 * SAVDO_BREAK disables one protection, so that the fault tests can prove that they detect it. Refused in production.
 */
export function injectedFault(env: NodeJS.ProcessEnv): InjectedFault | null {
  const requested = env.SAVDO_BREAK;
  if (!requested) return null;
  if (env.NODE_ENV === 'production') throw new Error('SAVDO_BREAK is for tests and refused in production');
  if (!INJECTED_FAULTS.includes(requested as InjectedFault))
    throw new Error(`SAVDO_BREAK knows no break ${requested}`);
  return requested as InjectedFault;
}
