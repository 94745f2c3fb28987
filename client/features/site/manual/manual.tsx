import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HelpPageName } from '#shared/api/pages.ts';
import { paths } from '#client/lib/paths.ts';
import { Tabs } from '#client/ui/tabs.tsx';
import css from './manual.module.css';

const TABS = ['take-part', 'deposit', 'bid', 'one-click'] as const;
/** Where each is described in full. */
const PAGES: Record<(typeof TABS)[number], HelpPageName> = {
  'take-part': 'participating',
  deposit: 'deposite-adjunction',
  bid: 'bid-lot',
  'one-click': 'buy-one-click',
};
const STEPS = ['1', '2', '3', '4'] as const;

/** How it works, in four tabs of four steps each. */
export function Manual() {
  const { t } = useTranslation('home');
  const [active, setActive] = useState<(typeof TABS)[number]>('take-part');
  return (
    <section id="manual" className={css.manual} aria-labelledby="manual-title">
      <h2 id="manual-title">{t('manual.title')}</h2>
      <div className={css.box}>
        <Tabs
          label={t('manual.title')}
          tabs={TABS.map((key) => ({ key, label: t(`manual.${key}.tab`) }))}
          active={active}
          onChange={setActive}
        >
          <ol className={css.steps}>
            {STEPS.map((step) => (
              <li key={step}>
                <span className={css.step} aria-hidden>
                  {step}
                </span>
                <h3>{t(`manual.${active}.${step}.title`)}</h3>
                <p>{t(`manual.${active}.${step}.text`)}</p>
              </li>
            ))}
          </ol>
          <Link to={paths.info(PAGES[active])} className={css.more}>
            {t('manual.more')} <ArrowRight size={18} aria-hidden />
          </Link>
        </Tabs>
      </div>
    </section>
  );
}
