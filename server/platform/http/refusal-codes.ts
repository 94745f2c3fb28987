import { isStaffRole, OTHER_PERSON, type Contract, type REFUSAL_STATUSES } from '#shared/api/contract.ts';

type RefusalStatus = (typeof REFUSAL_STATUSES)[number];

/** Codes of refusals before the handler, which follow from the contract's fields. */
function codesBefore({ access, anonymous, method, token }: Contract, status: RefusalStatus): string[] {
  if (status === 409) return anonymous ? [] : [OTHER_PERSON];
  if (status !== 403) return [];
  const unsafe = method !== 'get';
  const roles = typeof access === 'object' ? access.roles : [];
  return [
    ...(unsafe ? ['foreign-origin'] : []),
    ...(access === 'public' && !token ? [] : ['token-scope']),
    ...(roles.length > 0 ? ['not-allowed'] : []),
    ...(roles.some(isStaffRole) ? ['second-factor'] : []),
    ...(typeof access === 'object' && access.fresh && unsafe ? ['sign-in-again'] : []),
  ];
}

/** All codes with which a call may be refused by a status. */
export const refusalCodes = (contract: Contract, status: RefusalStatus): string[] => [
  ...new Set([...codesBefore(contract, status), ...(contract.refusals[status] ?? [])]),
];
