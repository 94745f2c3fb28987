import { ChevronRight, GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import layout from '#client/ui/layout.module.css';
import css from './card.module.css';

/** Where one cannot apply: what one can do besides watching. */
export function WhatNow({ live }: { live: LotLive }) {
  const { t } = useTranslation('card');
  return (
    <div className={css.now}>
      <h2>{t('can.title')}</h2>
      <Link to={`${paths.home()}#practice`}>
        <GraduationCap size={20} aria-hidden />
        <span>
          <strong>{t('can.practice')}</strong>
          <small>{t('can.practiceText')}</small>
        </span>
        <ChevronRight size={18} aria-hidden />
      </Link>
      {live.phase === 'waiting' ? <p className={layout.mutedMedium}>{t('can.keepText')}</p> : null}
    </div>
  );
}
