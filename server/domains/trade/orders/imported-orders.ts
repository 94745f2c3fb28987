import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { RuleSet } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { FileCounts, OrderContext, OrderProblem } from '#shared/orders/order-problems.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import { createOrderFlowsRepository } from './flows/order-flows.repository.ts';
import type { OrderMoves } from './flows/order-moves.ts';
import { canonicalOrder, hashWithoutRequisites } from './canonical-order.ts';
import { areaOf, categoryOf, offeredUnits, problemsOf, type JudgeDeps } from './judge-order.ts';
import { filesOf } from './order-files.ts';
import { isShown } from './order-view.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { storedFields } from './stored-fields.ts';

export interface ImportOrdersDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId'>;
  reference: JudgeDeps['reference'];
  isAuthorisedSeller: (personId: string) => Promise<boolean>;
  flows: Pick<OrderFlows, 'record'>;
  moves: OrderMoves;
  manifestOf: FilesService['manifestOf'];
}

/** Stable word of the history of orders, see flow-reason.ts of the client. */
const IMPORTED = 'imported';

export type ImportOrders = ReturnType<typeof createImportOrders>;
/** @param files null: not judged */
export type JudgeImported = (fields: OrderFields, files: FileCounts | null) => Promise<OrderProblem[]>;

/** Orders of a customer that staff import from a file: the same rules as of those the customer writes, in any number. */
export function createImportOrders(deps: ImportOrdersDeps) {
  const { db, accounts, reference, isAuthorisedSeller, flows, moves, manifestOf } = deps;
  return {
    /** In the form in which orders store them. */
    fields: storedFields,

    /**
     * Judges many orders of one person by what is in force at that instant; person and rules are read once. null: there is no
     * such account.
     */
    async judgeOf(personId: string, at: Date): Promise<JudgeImported | null> {
      const [person, authorisedSeller, base, calendar] = await Promise.all([
        accounts.byId(personId),
        isAuthorisedSeller(personId),
        reference.baseAmountAt(at),
        reference.workingCalendar(),
      ]);
      if (!person) return null;
      const ruleSets = new Map<string, Promise<RuleSet>>();
      const ruleSetOf = (name: OrderFields['ruleSet']): Promise<RuleSet> | null => {
        if (name === undefined) return null;
        if (!ruleSets.has(name)) ruleSets.set(name, reference.ruleSetAt(name, at));
        return ruleSets.get(name)!;
      };
      return async (fields, files) => {
        const ruleSet = await ruleSetOf(fields.ruleSet);
        const { requisites } = fields;
        const context: OrderContext = {
          nowMs: at.getTime(),
          isWorkingDay: (atMs) => calendar.isWorkingDay(new Date(atMs)),
          mfoKnown: requisites?.kind === 'account' ? await reference.isMfo(requisites.mfo) : null,
          person: { kind: person.kind, name: person.name, authorisedSeller },
          category: await categoryOf(reference, fields.categoryId),
          ...(await areaOf(reference, fields)),
          units: await offeredUnits(reference),
          baseAmountTiyin: base.amountTiyin,
          ruleSet: ruleSet && ruleSet.figures,
          earlyStartAllowed: false,
          anyLetters: true,
          files,
          cardFound: null,
        };
        return problemsOf(fields, ruleSet, context);
      };
    },

    /** A draft of the customer, once per request. In the caller's transaction. @param staffId who uploaded the file */
    async add(
      tx: AnyDb,
      {
        personId,
        requestId,
        fields,
        staffId,
      }: { personId: string; requestId: string; fields: OrderFields; staffId: string },
    ): Promise<number> {
      const orders = createOrdersRepository(tx);
      const { id } = await orders.add({ personId, requestId, fields, imported: true });
      const by = { kind: 'staff', personId: staffId } as const;
      await flows.record(tx, { orderId: id, event: 'create', from: null, by, why: IMPORTED });
      return id;
    },

    /**
     * Sends an imported order to the moderators by the signature over its file, which is that of `staffId`, in the caller's transaction. False: its customer
     * has changed it meanwhile, and sends it themself.
     */
    async send(
      tx: AnyDb,
      { orderId, staffId, documentId }: { orderId: number; staffId: string; documentId: number },
    ): Promise<boolean> {
      const row = await createOrdersRepository(tx).lock(orderId);
      // The first version is the one that was imported.
      if (row?.status !== 'created' || row.version !== 1) return false;
      const by = { kind: 'staff', personId: staffId } as const;
      const moved = await moves.move(tx, { event: 'send', orderId, by, why: IMPORTED });
      if (moved.outcome !== 'moved') return false;
      await createOrderFlowsRepository(tx).sent(orderId, documentId);
      const canonical = canonicalOrder(orderId, row.fields, await manifestOf(tx, filesOf(orderId)));
      await createOrdersRepository(tx).sentAs(orderId, hashWithoutRequisites(canonical));
      return true;
    },

    /** Of an order that was just imported; null: its customer has deleted it. */
    async fieldsOf(orderId: number): Promise<OrderFields | null> {
      const row = await createOrdersRepository(db).byId(orderId);
      return row && isShown(row.status) ? row.fields : null;
    },
  };
}
