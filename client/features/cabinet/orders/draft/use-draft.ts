import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { getOrder, saveOrderDetails, type OrderDetails } from '#shared/api/cabinet/orders.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { call } from '#client/lib/api-client.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useSession } from '#client/lib/session.ts';
import { draftsQuery, orderQuery } from '../order-queries.ts';
import { createDraftSaving, type DraftSaving } from './draft-saving.ts';
import { unsentInBrowser } from './unsent.ts';

export type OrderDraft = DraftSaving<OrderFields>;

/** They go on saving while the person looks at other pages of the site. */
const all = new WeakMap<QueryClient, Map<string, OrderDraft>>();

function create(queries: QueryClient, userName: string, details: OrderDetails): OrderDraft {
  const { id, version, changedAtMs } = details.order;
  const { queryKey } = orderQuery(id);
  let checked: Pick<OrderDetails, 'problems' | 'warnings' | 'steps' | 'paymentDays'> = details;
  return createDraftSaving<OrderFields>(
    {
      async save(before, edits) {
        const { problems, warnings, steps, paymentDays, ...saved } = await call(saveOrderDetails, {
          body: { orderId: id, version: before, fields: edits },
        });
        checked = { problems, warnings, steps, paymentDays };
        return saved;
      },
      async read() {
        const now = await call(getOrder, { params: { id } });
        checked = now;
        return { version: now.order.version, fields: now.fields };
      },
      unsent: unsentInBrowser(`${userName}:${id}`),
      nowMs,
      saved(stored, edited) {
        // A read that began before the save would put the older answer back.
        void queries.cancelQueries({ queryKey, exact: true });
        queries.setQueryData<OrderDetails>(queryKey, (known) => {
          if (!known) return known;
          return {
            ...known,
            ...checked,
            fields: stored.fields,
            order: { ...known.order, version: stored.version },
            remarks: known.remarks.map((remark) =>
              edited.includes(remark.field) ? { ...remark, answered: true } : remark,
            ),
          };
        });
        void queries.invalidateQueries({ queryKey: draftsQuery.queryKey });
      },
    },
    { version, fields: details.fields },
    changedAtMs,
  );
}

function draftOf(queries: QueryClient, userName: string, details: OrderDetails): OrderDraft {
  const drafts = all.get(queries) ?? new Map<string, OrderDraft>();
  all.set(queries, drafts);
  const key = `${userName}:${details.order.id}`;
  const there = drafts.get(key);
  // Sent and returned since, or opened before: what is over begins again with what the server has.
  if (there && there.read().state !== 'closed') return there;
  const made = create(queries, userName, details);
  drafts.set(key, made);
  return made;
}

/** The draft of an order that is being written; the component is drawn again with each edit and each step of its saving. */
export function useDraft(details: OrderDetails) {
  const queries = useQueryClient();
  const userName = useSession((state) => state.user?.user_name ?? '');
  const [saving] = useState(() => draftOf(queries, userName, details));
  const draft = useSyncExternalStore(saving.subscribe, saving.read);

  const { order, fields } = details;
  useEffect(() => saving.adopt({ version: order.version, fields }), [saving, order.version, fields]);

  useEffect(() => {
    const resume = () => saving.flush();
    // Signed in again in another tab, the person comes back to this one; hidden, the page may be closed next.
    document.addEventListener('visibilitychange', resume);
    window.addEventListener('online', resume);
    window.addEventListener('pagehide', resume);
    return () => {
      document.removeEventListener('visibilitychange', resume);
      window.removeEventListener('online', resume);
      window.removeEventListener('pagehide', resume);
      resume();
    };
  }, [saving]);

  return { draft, saving };
}
