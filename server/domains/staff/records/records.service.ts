import { notFound } from '#server/platform/errors/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { RECORD_KINDS, RECORD_RIGHTS, type RecordKind } from '#shared/api/console/record-kinds.ts';
import { RELATED_MOST, type StaffRecord } from '#shared/api/console/records.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { DECISION_KINDS, type DecisionKindName } from '#shared/decisions/kinds.ts';
import type { FoundRecord, RecordName, RecordsRepository } from './found-records.repository.ts';

export interface RecordsDeps {
  repository: RecordsRepository;
  actions: {
    record(action: {
      personId: string;
      type: 'account';
      action: 'record-viewed';
      result: 'done';
      reason: string;
      address: string;
    }): Promise<void>;
  };
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
}

/** Who looks, and from where. */
export interface RecordReader {
  personId: string;
  roles: readonly Role[];
  address: string;
}

/** What is known of a record and of those around it. */
interface RecordPage {
  record: StaffRecord;
  related: StaffRecord[];
  more: RecordKind[];
}

export type Records = ReturnType<typeof createRecords>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FORMS: Readonly<Partial<Record<RecordKind, RegExp>>> = {
  person: UUID,
  protocol: /^P-\d{4}-\d{6,12}$/,
};
const NUMBER = /^[1-9]\d{0,14}$/;

const hasForm = ({ kind, number }: RecordName): boolean => (FORMS[kind] ?? NUMBER).test(number);

const shown = ({ lotIds, ...record }: FoundRecord): StaffRecord => ({
  ...record,
  lotId: lotIds.length === 1 ? lotIds[0]! : null,
});

/** Records of the console and how they name one another, each judged by the rights of the reader; each reading is recorded. */
export function createRecords({ repository, actions, conflicts }: RecordsDeps) {
  return {
    /**
     * @param number as it is written: of a person the account's id, of a protocol `P-2026-000001`.
     * @throws 404: none, of a kind that the reader's roles do not open, or of a lot in which the reader has a part.
     */
    async of(
      kind: RecordKind,
      number: string,
      { personId, roles, address }: RecordReader,
    ): Promise<RecordPage> {
      const name = { kind, number: kind === 'person' ? number.toLowerCase() : number };
      if (!hasForm(name)) throw notFound();
      const withoutLots = new Set(await conflicts.lotsOf(personId));
      const kinds = RECORD_KINDS.filter((each) => hasRight(roles, RECORD_RIGHTS[each]));
      const mayRead = (record: FoundRecord): boolean =>
        kinds.includes(record.kind) &&
        record.lotIds.every((lotId) => !withoutLots.has(lotId)) &&
        (record.kind !== 'decision' ||
          hasRight(roles, DECISION_KINDS[record.note as DecisionKindName].reads));
      const [record] = await repository.find([name]);
      if (record === undefined || !mayRead(record)) throw notFound();
      // One more than is shown says that there are more. The system, which has no account, is named where people are.
      const names = (await repository.related(name, kinds, RELATED_MOST + 1)).filter(hasForm);
      const found = (await repository.find(names)).filter(mayRead);
      const of = (each: RecordKind) => found.filter((one) => one.kind === each);
      await actions.record({
        personId,
        type: 'account',
        action: 'record-viewed',
        result: 'done',
        // Of a deposit with its lot: it names who takes part there.
        reason: [
          `${kind}:${name.number}`,
          ...(kind === 'hold' ? record.lotIds : []).map((id) => `lot:${id}`),
        ].join(' '),
        address,
      });
      return {
        record: shown(record),
        related: kinds.flatMap((each) => of(each).slice(0, RELATED_MOST)).map(shown),
        more: kinds.filter((each) => of(each).length > RELATED_MOST),
      };
    },
  };
}
