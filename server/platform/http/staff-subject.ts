import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONFLICT_NOTED_HEADER, isStaffRole, type Contract, type Subject } from '#shared/api/contract.ts';
import type { Session } from '../sessions/index.ts';
import { addressOf } from './address-of.ts';
import { addHeader } from './held-headers.ts';

/** What is judged before a call of staff is carried out; see `beforeStaffAction` of the application. */
export interface StaffCall {
  personId: string;
  name: string;
  /** Client address. */
  address: string;
  /** Name of the contract. */
  action: string;
  subject: Subject;
  subjectId: number;
}

/** Resolves with `noted` when the call goes on and staff are to read why it was noted; throws what refuses it. */
export type BeforeStaffAction = (call: StaffCall) => Promise<'clear' | 'noted'>;

const ofStaff = ({ access }: Contract): boolean =>
  typeof access === 'object' && access.roles.some(isStaffRole);

/** Throws for a call of staff that changes something and does not say what it is about. */
export function demandSubject(contract: Contract): void {
  const { name, method, path, subject } = contract;
  if (subject === undefined && method !== 'get' && ofStaff(contract))
    throw new Error(`${name} changes something and names no subject: see shared/api/contract.ts`);
  if (subject && subject !== 'nobody' && !path.includes(`:${subject.param}`))
    throw new Error(`${name} names ${subject.param} as its subject, which its path does not hold`);
}

/** Judges a parsed call of staff by its subject; calls without one pass. */
export async function judgeSubject(
  contract: Contract,
  { judge, proxyHops }: { judge: BeforeStaffAction | null; proxyHops: number },
  {
    req,
    res,
    session,
    params,
  }: { req: IncomingMessage; res: ServerResponse; session: Session | null; params: unknown },
): Promise<void> {
  const { subject, name: action } = contract;
  if (!judge || !session || subject === undefined || subject === 'nobody') return;
  const { personId, name } = session.person;
  const subjectId = Number((params as Record<string, unknown>)[subject.param]);
  const verdict = await judge({
    ...{ personId, name, action, subject, subjectId },
    address: addressOf(req, proxyHops),
  });
  if (verdict === 'noted') addHeader(res, CONFLICT_NOTED_HEADER, 'address');
}
