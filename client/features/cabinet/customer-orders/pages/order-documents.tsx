import { useQuery } from '@tanstack/react-query';
import { Download, FileText, Lock, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { documentsQuery } from '#client/entities/file/file-queries.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { fileSize } from '#client/lib/format/file-size.ts';
import { paths } from '#client/lib/paths.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { FullOrder } from './full-order.ts';
import { ToStep } from './to-step.tsx';
import css from '../customer-orders.module.css';

/** The documents: to be read, and who besides may read them. */
export function OrderDocuments({ order: { order } }: { order: FullOrder }) {
  const { t } = useTranslation(['customer-orders', 'files']);
  const { data, error, refetch } = useQuery(documentsQuery({ owner: 'order', ownerId: order.id }));
  const size = (bytes: number) => {
    const { unit, size: amount } = fileSize(bytes);
    return t(`files:size.${unit}`, { size: amount });
  };
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={200} radius={12} />
      </div>
    );
  if (data.items.length === 0)
    return (
      <EmptyState icon={FileText} title={t('documents.none')} text={t('documents.noneText')}>
        <ToStep order={order} to={paths.orderCreate(order.id, 'documents')}>
          {t('documents.add')}
        </ToStep>
      </EmptyState>
    );
  return (
    <section className={css.card} aria-labelledby="order-documents">
      <header>
        <h2 id="order-documents">{t('documents.count', { count: data.items.length })}</h2>
        <ToStep order={order} to={paths.orderCreate(order.id, 'documents')}>
          {t('documents.change')}
        </ToStep>
      </header>
      <ul className={css.documents}>
        {data.items.map(({ id, name, url, sizeBytes, createdAtMs, isPublic }) => (
          <li key={id}>
            <FileText size={26} strokeWidth={1.5} aria-hidden />
            <div className={css.lines}>
              <a href={url} download={name}>
                {name}
              </a>
              <small>
                {size(sizeBytes)} · {formatDateShort(createdAtMs)}
              </small>
              <small className={css.readers}>
                {isPublic ? <Users size={14} aria-hidden /> : <Lock size={14} aria-hidden />}
                {t(isPublic ? 'documents.public' : 'documents.private')}
              </small>
            </div>
            <a
              href={url}
              download={name}
              className={css.icon}
              aria-label={t('files:document.download', { name })}
            >
              <Download size={20} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
