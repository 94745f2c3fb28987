import type { Account, AccountLine } from '#shared/api/console/console-accounts.ts';
import type { Role } from '#shared/api/contract.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { stripInvisible } from '#shared/text/strip-invisible.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { openFactors, SHIPPED_ISSUER } from '#server/identity/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Person } from '../person.ts';
import { publicPinfl, publicStir } from '../public-mask.ts';
import { createAccountChangesRepository } from './account-changes.repository.ts';
import type { AccountChangesDeps, AccountDecider } from './account-changes.service.ts';
import { isOfStaff } from './apply-change.ts';
import { changeView } from './change-view.ts';
import { createStandstills } from './standstills.repository.ts';
import { mustShowAge } from './shown-of-age.ts';
import type { StaffProofs } from '../staff-proofs/staff-proofs.ts';

const SIGN_INS = 10;
const CHANGES = 50;
const ACTIONS = 30;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface LoggedAction {
  type: string;
  action: string;
  result: 'done' | 'refused';
  reason: string | null;
  at: Date;
}

/** The action log, newest first. */
interface LogOfActions {
  ofType(personId: string, type: 'sign-in', limit: number): Promise<readonly LoggedAction[]>;
  ofPerson(
    personId: string,
    wanted: Record<never, never>,
    rows: { limit: number; offset: number },
  ): Promise<readonly LoggedAction[]>;
}

export interface FindAccountsDeps {
  db: AnyDb;
  actions: ActionRecorder & LogOfActions;
  sessions: Pick<SessionStore, 'list'>;
  takesPart(db: AnyDb, personId: string): Promise<boolean>;
  runningRoomsOf: AccountChangesDeps['runningRoomsOf'];
  /** Last barred day of the person, under whatever number or account. */
  barredUntil(personId: string): Promise<string | null>;
  staffProofs: Pick<StaffProofs, 'of'>;
}

export type FindAccounts = ReturnType<typeof createFindAccounts>;

/** Accounts as staff read them. */
export function createFindAccounts(deps: FindAccountsDeps) {
  const { db, actions, sessions, takesPart, runningRoomsOf, barredUntil, staffProofs } = deps;
  const people = createAccountsRepository(db);

  /** By a whole phone, e-mail, PINFL, STIR or id; a part of one finds nothing. */
  async function search(typed: string): Promise<Person[]> {
    const text = stripInvisible(typed).trim();
    if (UUID.test(text)) return people.byIds([text]);
    const digits = text.replace(/\s/g, '');
    if (/^\d{14}$/.test(digits)) return people.byIds(await people.idsByNumber('pinfl', digits));
    const email = parseEmail(text);
    if (email !== null) return people.byContact('email', email);
    // Nine digits are a STIR or a phone without its country code.
    const stir = /^\d{9}$/.test(digits) ? await people.idsByNumber('stir', digits) : [];
    const phone = parsePhone(text);
    const [byStir, byPhone] = await Promise.all([
      people.byIds(stir),
      phone === null ? [] : people.byContact('phone', phone),
    ]);
    return [...byStir, ...byPhone];
  }

  return {
    /** Recorded, found or not: whose name belongs to a number is not asked without a trace. */
    async find(text: string, { personId, address }: AccountDecider): Promise<AccountLine[]> {
      const found = await search(text);
      const reason = found.length === 0 ? null : found.map(({ id }) => `person:${id}`).join(' ');
      await actions.record({
        personId,
        type: 'account',
        action: 'searched',
        result: 'done',
        reason,
        address,
      });
      return found.map(lineOf);
    },

    /** The reading is recorded: what staff look at is in their action log. */
    async read(personId: string, reader: AccountDecider): Promise<Account> {
      const person = await people.byId(personId);
      if (!person) throw notFound();
      const ofStaff = isOfStaff(person);
      const logged = ofStaff && hasRight(reader.roles, 'readStaffActions');
      const [active, signIns, rows, barredUntilDay, parts, rooms, done, factors, erasedAt, proof, shutBy] =
        await Promise.all([
          sessions.list(personId),
          actions.ofType(personId, 'sign-in', SIGN_INS),
          createAccountChangesRepository(db).ofPerson(personId, CHANGES),
          barredUntil(personId),
          takesPart(db, personId),
          runningRoomsOf(db, personId),
          logged ? actions.ofPerson(personId, {}, { limit: ACTIONS, offset: 0 }) : null,
          person.issuer === SHIPPED_ISSUER ? openFactors({ db }).of(person.subject) : null,
          people.erasedAt(personId),
          ofStaff ? staffProofs.of(person) : null,
          createStandstills(db).shutBy(personId),
        ]);
      await actions.record({
        personId: reader.personId,
        type: 'account',
        action: 'viewed',
        result: 'done',
        reason: `person:${personId}`,
        address: reader.address,
      });
      const changes = rows.map((row) => changeView(row, reader));
      const may = erasedAt
        ? []
        : movesOf(person, reader, {
            waiting: changes.some(({ state }) => state === 'waiting'),
            signedIn: active.length > 0,
            awaitsSecond: shutBy !== null && shutBy !== reader.personId,
            hasFactor: factors !== null && (factors.appSince !== null || factors.passkeys.length > 0),
          });
      return {
        ...lineOf(person),
        phoneConfirmed: person.phoneConfirmed,
        emailConfirmed: person.emailConfirmed,
        createdAtMs: person.createdAt.getTime(),
        erasedAtMs: erasedAt?.getTime() ?? null,
        signsInAt: person.issuer === SHIPPED_ISSUER ? 'site' : person.issuer,
        barredUntil: barredUntilDay,
        takesPart: parts,
        shutByTwo: person.disabled && shutBy === null,
        awayFromRoom: !person.disabled && active.length === 0 && rooms.length > 0,
        staffProof: proof,
        changes,
        ofAge: mustShowAge(person)
          ? { shown: person.shownOfAge, mayPropose: hasRight(reader.roles, 'decideNumberClaims') }
          : null,
        secondFactor: factors && {
          app: factors.appSince !== null,
          passkeys: factors.passkeys.length,
          codesLeft: factors.codesLeft,
        },
        actions: done && done.map(actionView),
        sessions: active.map(({ handle, extra, createdAt, seenAt }) => ({
          id: may.includes('end-sessions') ? handle : null,
          browser: extra.browser ?? null,
          system: extra.system ?? null,
          address: extra.address ?? null,
          startedAtMs: Date.parse(createdAt),
          seenAtMs: Date.parse(seenAt),
        })),
        signIns: signIns.map(({ action, result, reason, at }) => ({
          action,
          result,
          reason,
          atMs: at.getTime(),
        })),
        may,
      };
    },
  };
}

const actionView = ({ type, action, result, reason, at }: LoggedAction) => ({
  type,
  action,
  result,
  reason,
  atMs: at.getTime(),
});

const lineOf = (person: Person): AccountLine => ({
  id: person.id,
  kind: person.kind,
  name: person.name,
  phone: person.phone,
  email: person.email,
  pinfl: person.pinfl && publicPinfl(person.pinfl),
  stir: person.stir && publicStir(person.stir),
  roles: person.roles,
  offeredRoles: person.offeredRoles,
  disabled: person.disabled,
  signedInAtMs: person.signedInAt?.getTime() ?? null,
});

function movesOf(
  person: Person,
  reader: { personId: string; roles: readonly Role[] },
  {
    waiting,
    signedIn,
    awaitsSecond,
    hasFactor,
  }: { waiting: boolean; signedIn: boolean; awaitsSecond: boolean; hasFactor: boolean },
): Account['may'] {
  if (reader.personId === person.id) return [];
  const ofStaff = isOfStaff(person);
  const manages = hasRight(reader.roles, 'manageStaff');
  const shuts = hasRight(reader.roles, 'shutAccounts') && (manages || !ofStaff);
  const may: Account['may'] = [];
  if (shuts && (!person.disabled || awaitsSecond)) may.push('disable');
  if (shuts && signedIn) may.push('end-sessions');
  if (waiting) return may;
  if (shuts && person.disabled) may.push('enable');
  if (manages && !person.disabled) may.push('give-role');
  if (manages && ofStaff) may.push('remove-role');
  if (manages && hasFactor) may.push('reset-factor');
  return may;
}
