import { ArrowLeft, ChevronLeft, ChevronRight, FileX, Keyboard, TriangleAlert, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { recordPage } from '#client/entities/staff-work/record-link.tsx';
import { TasksAbout } from '#client/entities/staff-work/tasks-about.tsx';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useNarrow } from '#client/lib/use-narrow.ts';
import { OrderBadge } from '#client/entities/order/order-badge.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { useShortcuts } from '#client/ui/use-shortcuts.ts';
import { CorrectLot } from './correct-lot.tsx';
import { DecisionBar, useClaim } from './decision-bar.tsx';
import { DecisionDialog, type Decision } from './decision-dialog.tsx';
import { EarlyStart } from './early-start.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { CheckList, Duplicates, FlowList, RequisitesChanges } from './order-asides.tsx';
import { OrderFields } from './order-fields.tsx';
import { SellerMark } from './seller-mark.tsx';
import { useRemarks, writtenRemarks } from './remarks.ts';
import { useOrder } from './use-order.ts';
import { useOrderQueue } from './use-order-queue.ts';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import layout from '#client/ui/layout.module.css';
import css from './order.module.css';

interface OrderPageProps {
  orderId: number;
  /** The card of the lot as the order would make it. */
  preview: ReactNode;
}

/** /console/orders/{id}: the whole order beside its card, what the rules say of it, and the decision. */
export function OrderPage({ orderId, preview }: OrderPageProps) {
  const { t } = useTranslation('console-orders');
  const { search } = useLocation();
  const navigate = useNavigate();
  const { order, error, changed, examine, refetch, again } = useOrder(orderId);
  const { previous, next } = useNeighbours(orderId);
  const claim = useClaim(order, again);
  const remarkCount = writtenRemarks(useRemarks(orderId)).length;
  const [opened, setOpened] = useState<Decision | 'keys' | null>(null);

  const go = (id: number | undefined) =>
    id === undefined ? undefined : () => void navigate(paths.consoleOrder(id, search));
  const may = (act: ModeratedOrder['may'][number]): boolean => order?.may.includes(act) ?? false;
  const decideBy = (decision: Decision, possible: boolean) =>
    possible && !changed ? () => setOpened(decision) : undefined;
  useShortcuts({
    j: go(next),
    k: go(previous),
    c: may('release') ? () => claim.act('release') : may('claim') ? () => claim.act('claim') : undefined,
    a: decideBy('approve', may('approve')),
    r: decideBy('return', may('return') && remarkCount > 0),
    x: decideBy('reject', may('reject')),
    '?': () => setOpened('keys'),
  });

  if (!order)
    return error instanceof ApiError && error.status === 404 ? (
      <EmptyState page icon={FileX} title={t('page.none')} text={t('page.noneText')}>
        <ButtonLink to={paths.console('orders')}>{t('page.back')}</ButtonLink>
      </EmptyState>
    ) : (
      <NotRead page error={error} onRetry={refetch} height={420} />
    );
  return (
    <>
      <nav className={css.ways} aria-label={t('page.ways')}>
        <Link to={`${paths.console('orders')}${search}`}>
          <ArrowLeft size={18} aria-hidden /> {t('page.back')}
        </Link>
        <span>
          <Way to={previous} search={search} label={t('page.previous')} icon={<ChevronLeft size={20} />} />
          <Way to={next} search={search} label={t('page.next')} icon={<ChevronRight size={20} />} />
          <Button
            variant="subtle"
            leftSection={<Keyboard size={18} aria-hidden />}
            onClick={() => setOpened('keys')}
          >
            {t('keys.open')}
          </Button>
        </span>
      </nav>
      <Head order={order} />
      {changed ? (
        <div className={css.changed} role="alert">
          <TriangleAlert size={20} aria-hidden />
          <p>{t('stale')}</p>
          <Button size="xs" variant="default" onClick={examine}>
            {t('staleSeen')}
          </Button>
        </div>
      ) : null}
      <div className={css.columns}>
        <div className={css.main}>
          <TasksAbout orderId={order.id} />
          <CheckList checks={order.checkList} />
          <Duplicates duplicates={order.duplicates} />
          <OrderFields order={order} mayRemark={may('return')} />
        </div>
        <aside className={css.side} aria-label={t('page.preview')}>
          <Preview orderId={orderId}>{preview}</Preview>
          <RequisitesChanges order={order} />
          <FlowList flows={order.flows} />
        </aside>
      </div>
      <DecisionBar
        order={order}
        remarkCount={remarkCount}
        blocked={changed}
        claim={claim}
        onDecide={setOpened}
      />
      {opened === 'keys' ? (
        <KeysDialog keys={['j', 'k', 'c', 'a', 'r', 'x']} onClose={() => setOpened(null)} />
      ) : opened ? (
        <DecisionDialog
          order={order}
          decision={opened}
          onClose={() => setOpened(null)}
          onDecided={() => {
            void again();
            void navigate(
              next === undefined ? `${paths.console('orders')}${search}` : paths.consoleOrder(next, search),
            );
          }}
          onChange={() => void again()}
        />
      ) : null}
    </>
  );
}

/** Orders before and after this one on the page of the queue that the address names. */
function useNeighbours(orderId: number): { previous: number | undefined; next: number | undefined } {
  const { data } = useOrderQueue();
  const ids = data?.items.map(({ id }) => id) ?? [];
  const at = ids.indexOf(orderId);
  // Decided meanwhile, or opened from elsewhere: the queue begins with the one that waits longest.
  return at === -1 ? { previous: undefined, next: ids[0] } : { previous: ids[at - 1], next: ids[at + 1] };
}

function Way({
  to,
  search,
  label,
  icon,
}: {
  to: number | undefined;
  search: string;
  label: string;
  icon: ReactNode;
}) {
  return to === undefined ? null : (
    <Link to={paths.consoleOrder(to, search)} aria-label={label} title={label}>
      {icon}
    </Link>
  );
}

function Head({ order }: { order: ModeratedOrder }) {
  const { t } = useTranslation(['console-orders', 'staff']);
  const titleOf = useOrderTitle();
  const { status, sentAtMs, customer, awaitsSecond, firstApproval, lotId, signedDocumentId } = order;
  return (
    <header className={layout.stack2}>
      <PageTitle tab={t('page.title', { number: order.id })}>{titleOf(order)}</PageTitle>
      <p className={css.facts}>
        {status === 'gone' ? null : <OrderBadge status={status} />}
        {awaitsSecond ? (
          <Badge colour="warning" icon={Users}>
            {t('second.waits')}
          </Badge>
        ) : null}
        <span>{t('number', { number: order.id })}</span>
        <Link to={recordPage('order', order.id)}>{t('staff:related')}</Link>
        <span>
          <PersonLink person={customer} />
        </span>
        {sentAtMs === null ? null : <span>{t('page.sent', { time: formatDateTimeShort(sentAtMs) })}</span>}
        {signedDocumentId === null ? null : <span>{t('page.signed', { number: signedDocumentId })}</span>}
        {lotId === null ? null : <Link to={paths.lotView(lotId)}>{t('page.lot', { number: lotId })}</Link>}
        {lotId === null ? null : <Link to={paths.console('rooms')}>{t('page.inRooms')}</Link>}
        <CorrectLot order={order} />
      </p>
      {firstApproval === null ? null : (
        <p className={css.second}>
          {t('second.approvedBy', {
            name: firstApproval.by,
            time: formatDateTimeShort(firstApproval.atMs),
          })}
        </p>
      )}
      <SellerMark order={order} />
      <EarlyStart order={order} />
    </header>
  );
}

/** The card as participants will see it; on a phone it has a page of its own. */
function Preview({ orderId, children }: { orderId: number; children: ReactNode }) {
  const { t } = useTranslation('console-orders');
  const narrow = useNarrow();
  return (
    <section className={css.part}>
      <h2>{t('page.preview')}</h2>
      <p>
        <a href={paths.orderPreview(orderId)} target="_blank" rel="noopener">
          {t('page.previewFull')}
        </a>
      </p>
      {narrow ? null : children}
    </section>
  );
}
