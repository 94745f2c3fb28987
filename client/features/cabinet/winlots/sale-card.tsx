import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Photo as PhotoOfLot } from '#shared/api/site/lots.ts';
import type { SettlementState } from '#shared/lifecycles/settlement.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Photo } from '#client/ui/photo.tsx';
import css from './winlots.module.css';

interface SaleCardProps {
  /** Unique on the page. */
  id: string;
  lot: { lotId: number; title: LocalizedText; photo: PhotoOfLot | null };
  state: SettlementState;
  isOffer?: boolean;
  /** Above the title. */
  notes: ReactNode;
  /** Below it: sums, links. */
  facts: ReactNode;
  children: ReactNode;
}

/** A lot the person has bought or may buy: its photo, title and facts, and what follows from it below. */
export function SaleCard({ id, lot, state, isOffer = false, notes, facts, children }: SaleCardProps) {
  const localized = useLocalized();
  return (
    <article
      className={css.card}
      data-state={state}
      {...(isOffer ? { 'data-testid': 'offer' } : {})}
      aria-labelledby={id}
    >
      <div className={css.top}>
        <div className={css.photo}>
          <Photo photo={lot.photo} decorative sizes="(max-width: 640px) 100vw, 200px" />
        </div>
        <div className={css.facts}>
          {notes}
          <h2 id={id}>
            <Link to={paths.lotResult(lot.lotId)}>{localized(lot.title)}</Link>
          </h2>
          {facts}
        </div>
      </div>
      {children}
    </article>
  );
}

/** One sum of a sale with its name; the one that counts now is `strong`. */
export function Sum({ name, tiyin, strong = false }: { name: string; tiyin: number; strong?: boolean }) {
  const money = <MoneyText tiyin={tiyin} />;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{strong ? <b>{money}</b> : money}</dd>
    </div>
  );
}
