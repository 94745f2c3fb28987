export const BREAKS = ['answer-before-commit', 'chain-unchecked', 'epoch-unchecked'] as const;
export type Break = (typeof BREAKS)[number];

/**
 * SAVDO_BREAK switches one protection off so that the fault tests can show that they notice. Refused in production.
 */
export function brokenOnPurpose(env: NodeJS.ProcessEnv): Break | null {
  const asked = env.SAVDO_BREAK;
  if (!asked) return null;
  if (env.NODE_ENV === 'production') throw new Error('SAVDO_BREAK is for tests and refused in production');
  if (!BREAKS.includes(asked as Break)) throw new Error(`SAVDO_BREAK knows no break ${asked}`);
  return asked as Break;
}
