import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '#client/ui/tabs.tsx';
import css from './manual.module.css';

const TABS = ['take-part', 'deposit', 'bid', 'one-click'] as const;
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
        </Tabs>
      </div>
    </section>
  );
}
