import { formerStaff, type AuthorisedSellers } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { ModeratedOrder, QueuedOrder, StaffFlow } from '#shared/api/console/console-orders.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import type { OrderFields, OrderRequisites } from '#shared/orders/order-fields.ts';
import { maskBankAccount } from '#shared/validation/bank-requisites.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import type { OrderFlows, RecordedFlow } from '../flows/order-flows.ts';
import { createOrderFlowsRepository } from '../flows/order-flows.repository.ts';
import { createRequisitesChangesRepository } from '../requisites-changes.repository.ts';
import type { Moderation } from './moderation.service.ts';
import type { CheckedOrder, OrderChecks } from './order-checks.ts';
import { createOrderQueueRepository, type QueueFilter } from './order-queue.repository.ts';

export interface ModerationViewDeps {
  db: AnyDb;
  flows: Pick<OrderFlows, 'of' | 'remarksOf'>;
  checks: OrderChecks;
  moderation: Pick<Moderation, 'secondNeeded'>;
  sellers: Pick<AuthorisedSellers, 'isAuthorised'>;
  actions: Pick<ActionLog, 'record'>;
  /** Names of people; unknown ids are left out. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Reader {
  personId: string;
  /** For the action log. */
  address: string;
  mayDecide: boolean;
  /** Whole account numbers. */
  seesRequisites: boolean;
}

type Names = ReadonlyMap<string, string>;

/** Orders as staff see them. */
export function createModerationView(deps: ModerationViewDeps) {
  const { db, flows, checks, moderation, sellers, actions, namesOf } = deps;
  const queue = createOrderQueueRepository(db);
  const orders = createOrderFlowsRepository(db);
  const requisitesChanges = createRequisitesChangesRepository(db);

  const waits = (row: ModeratedRow): boolean => allows(ORDER, row.status, 'approve');

  /** Of those that wait, the first approval of somebody who has left counts no more. */
  async function withoutLeft(rows: readonly ModeratedRow[]): Promise<ModeratedRow[]> {
    const approvers = rows.flatMap((row) => (waits(row) ? (row.first_approved_by ?? []) : []));
    const left = await formerStaff(db, approvers, 'moderateOrders');
    return rows.map((row) =>
      waits(row) && left.has(row.first_approved_by ?? '')
        ? { ...row, first_approved_by: null, first_approved_at: null }
        : row,
    );
  }

  /** What no one has sent yet is read for no decision: it is on record who has. */
  async function recordDrafts(rows: readonly ModeratedRow[], { personId, address }: Reader): Promise<void> {
    const drafts = rows.filter(({ sent_at: sentAt }) => sentAt === null);
    if (drafts.length === 0) return;
    await actions.record({
      personId,
      type: 'order-moderation',
      action: 'drafts-viewed',
      result: 'done',
      reason: drafts.map(({ id }) => `order:${id}`).join(' '),
      address,
    });
  }

  return {
    /** @param page from 1 */
    async queue(filter: QueueFilter, reader: Reader, page: number, size: number) {
      const [found, total, { oldestSentAt, ...service }] = await Promise.all([
        queue.list(filter, reader.personId, { limit: size, offset: (page - 1) * size }),
        queue.count(filter, reader.personId, COUNTED_ROWS_MAX),
        queue.serviceTimes(),
      ]);
      await recordDrafts(found, reader);
      const rows = await withoutLeft(found);
      const waiting = rows.filter(waits);
      const [names, checked] = await Promise.all([
        namesOf([...new Set(rows.flatMap((row) => [row.person_id, ...(row.claimed_by ?? [])]))]),
        checks.ofEach(waiting),
      ]);
      const checkedOf = new Map(waiting.map((row, at) => [row.id, checked[at]!]));
      return {
        items: rows.map((row) => queued(row, reader, names, checkedOf.get(row.id) ?? null)),
        total,
        service: { ...service, oldestSentAtMs: oldestSentAt?.getTime() ?? null },
      };
    },

    /** null: there is no such order. */
    async order(orderId: number, reader: Reader): Promise<ModeratedOrder | null> {
      const found = await orders.byId(orderId);
      if (!found || found.status === 'gone') return null;
      await recordDrafts([found], reader);
      const [row = found] = await withoutLeft([found]);
      const [checked, history, remarks, needsSecond, customerAuthorised, lotId, changes, importers] =
        await Promise.all([
          checks.of(row),
          flows.of(orderId),
          flows.remarksOf(orderId),
          moderation.secondNeeded(row, reader.personId),
          sellers.isAuthorised(row.person_id),
          queue.lotOf(orderId),
          requisitesChanges.of(orderId),
          orders.importers(orderId),
        ]);
      const [names, brief] = await Promise.all([
        namesOf(peopleIn(row, history)),
        queue.briefly(checked.duplicates.map((each) => each.orderId)),
      ]);
      const { images = 0, documents = 0 } = checked.judgement.context.files ?? {};
      return {
        ...queued(row, reader, names, waits(row) ? checked : null),
        fields: fieldsFor(row.fields, reader),
        photoCount: images,
        documentCount: documents,
        checkList: checked.checks,
        duplicates: checked.duplicates.map(({ orderId: id, same }) => ({
          orderId: id,
          same,
          lotId: null,
          title: '',
          ...brief.get(id),
        })),
        remarks,
        needsSecond,
        customerAuthorised,
        lotId,
        flows: history.map((flow) => flowForStaff(flow, names)),
        requisitesChanges: changes.map(({ at, before, after }) => ({
          atMs: at.getTime(),
          before: before && requisitesFor(before, reader),
          after: requisitesFor(after, reader),
        })),
        signedDocumentId: row.signed_document_id,
        earlyStart: startsFreely(row.fields) ? { allowed: row.early_start_allowed } : undefined,
        firstApproval: firstApproval(row, reader, names),
        may: mayDo(row, reader, importers),
      };
    },
  };
}

export type ModerationView = ReturnType<typeof createModerationView>;

/** Its customer chooses when trade begins. */
const startsFreely = ({ ruleSet, tradeType }: OrderFields): boolean =>
  ruleSet === 'private' && tradeType === 'auction';

const peopleIn = (row: ModeratedRow, history: readonly RecordedFlow[]): string[] => {
  const ids = [
    row.person_id,
    row.claimed_by,
    row.first_approved_by,
    ...history.map((flow) => flow.byPersonId),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
};

function queued(row: ModeratedRow, reader: Reader, names: Names, checked: CheckedOrder | null): QueuedOrder {
  const { title, categoryId } = row.fields;
  return {
    id: row.id,
    status: row.status,
    version: row.version,
    title: title ?? { uz: '', ru: '' },
    customer: { id: row.person_id, name: names.get(row.person_id) ?? '' },
    orderType: row.order_type,
    startPriceTiyin: row.start_price_tiyin,
    categoryId: Number.isSafeInteger(categoryId) ? (categoryId ?? null) : null,
    sentAtMs: row.sent_at?.getTime() ?? null,
    claim: row.claimed
      ? {
          by: names.get(row.claimed_by!) ?? '',
          mine: row.claimed_by === reader.personId,
          untilMs: row.claimed_until!.getTime(),
        }
      : null,
    checks: checked && {
      passed: checked.checks.filter(({ passed }) => passed).length,
      failed: checked.checks.filter(({ passed }) => !passed).length,
    },
    awaitsSecond: row.first_approved_by !== null && row.first_approved_version === row.version,
  };
}

const requisitesFor = (requisites: OrderRequisites, { seesRequisites }: Reader): OrderRequisites =>
  requisites.kind === 'account' && !seesRequisites
    ? { ...requisites, account: maskBankAccount(requisites.account) }
    : requisites;

const fieldsFor = (fields: OrderFields, reader: Reader): OrderFields =>
  fields.requisites ? { ...fields, requisites: requisitesFor(fields.requisites, reader) } : fields;

function firstApproval(row: ModeratedRow, reader: Reader, names: Names): ModeratedOrder['firstApproval'] {
  const { first_approved_by: by, first_approved_at: at } = row;
  return by && at ? { by: names.get(by) ?? '', mine: by === reader.personId, atMs: at.getTime() } : null;
}

const flowForStaff = ({ byPersonId, ...flow }: RecordedFlow, names: Names): StaffFlow => ({
  ...flow,
  byName: byPersonId === null ? null : (names.get(byPersonId) ?? ''),
});

function mayDo(row: ModeratedRow, reader: Reader, importers: readonly string[]): ModeratedOrder['may'] {
  if (!reader.mayDecide || !allows(ORDER, row.status, 'approve')) return [];
  const mine = row.claimed_by === reader.personId;
  if (row.claimed && !mine) return [];
  const approved = row.first_approved_by === reader.personId && row.first_approved_version === row.version;
  return [
    ...(row.claimed ? (['release'] as const) : (['claim'] as const)),
    ...(approved || importers.includes(reader.personId) ? [] : (['approve'] as const)),
    ...(['return', 'reject'] as const),
  ];
}
