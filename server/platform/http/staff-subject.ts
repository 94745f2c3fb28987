import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONFLICT_NOTED_HEADER, isStaffRole, type Contract, type Subject } from '#shared/api/contract.ts';
import type { Session } from '../sessions/index.ts';
import { addressOf } from './client-address.ts';
import { addHeader } from './raw-headers.ts';

/** A call of staff to be judged before it is carried out; see `beforeStaffAction` of the application. */
interface StaffCall {
  personId: string;
  name: string;
  /** Client address. */
  address: string;
  /** Name of the contract. */
  action: string;
  subject: Subject;
  /** Number of the subject; of a person, the account. */
  subjectId: number | string;
}

/** Resolves with `noted` when the call continues and staff are to read why it was noted; throws a refusal. */
export type BeforeStaffAction = (call: StaffCall) => Promise<'clear' | 'noted'>;

const ofStaff = ({ access }: Contract): boolean =>
  typeof access === 'object' && access.roles.some(isStaffRole);

/** Throws unless it is known who this member of staff is; before every call of staff that changes something. */
export type DemandProven = (personId: string) => Promise<void>;

/** Throws for a call of staff that changes something and does not say what it is about. */
export function demandSubject(contract: Contract): void {
  const { name, method, path, subject } = contract;
  if (subject === undefined && method !== 'get' && ofStaff(contract))
    throw new Error(`${name} changes something and names no subject: see shared/api/contract.ts`);
  if (subject && subject !== 'none' && !path.includes(`:${subject.param}`))
    throw new Error(`${name} names ${subject.param} as its subject, which its path does not hold`);
}

/** Also of calls without a subject: what is proposed is decided by somebody else, of whom the same is asked. */
export async function demandProvenStaff(
  contract: Contract,
  session: Session | null,
  demand: DemandProven | null,
): Promise<void> {
  if (!demand || !session || contract.method === 'get' || !ofStaff(contract)) return;
  if (session.person.roles.some(isStaffRole)) await demand(session.person.personId);
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
  if (!judge || !session || subject === undefined || subject === 'none') return;
  const { personId, name } = session.person;
  const written = (params as Record<string, unknown>)[subject.param];
  const ofAccount = subject.kind === 'person' || subject.kind === 'account';
  const subjectId = ofAccount ? String(written) : Number(written);
  const verdict = await judge({
    personId,
    name,
    action,
    subject,
    subjectId,
    address: addressOf(req, proxyHops),
  });
  if (verdict === 'noted') addHeader(res, CONFLICT_NOTED_HEADER, 'address');
}
