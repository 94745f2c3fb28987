import { ChevronRight, Eye, GraduationCap, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/lots.ts';
import { paths } from '#client/lib/paths.ts';
import type { LotLive } from '../lot-live.ts';
import css from './card.module.css';

/** Where one cannot apply: what one can do instead, each a press away. */
export function WhatNow({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('card');
  return (
    <div className={css.now}>
      <h2>{t('can.title')}</h2>
      <ul>
        {lot.watchable ? (
          <Way to={paths.gameView(lot.id)} icon={Eye} title={t('join.watch')} text={t('can.watchText')} />
        ) : null}
        <Way
          to={`${paths.home()}#practice`}
          icon={GraduationCap}
          title={t('can.practice')}
          text={t('can.practiceText')}
        />
      </ul>
      {live.phase === 'waiting' ? <p className={css.note}>{t('can.keepText')}</p> : null}
      {lot.watchable ? null : <p className={css.note}>{t('join.notWatchable')}</p>}
    </div>
  );
}

interface WayProps {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
}

function Way({ to, icon: Icon, title, text }: WayProps) {
  return (
    <li>
      <Link to={to}>
        <Icon size={20} aria-hidden />
        <span>
          <strong>{title}</strong>
          <small>{text}</small>
        </span>
        <ChevronRight size={18} aria-hidden />
      </Link>
    </li>
  );
}
