import { ChevronDown, HandCoins } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import css from './selling.module.css';

const SellingGuide = lazyDialog(() => import('./selling-guide.tsx'));

/** Address of the section on its page: a link to it opens it. */
const HASH = '#selling';

/** For who wants to sell: what an order asks and how it goes, behind a press. */
export function SellingSection() {
  const { t } = useTranslation('selling');
  const { hash, key } = useLocation();
  const [opened, setOpened] = useState(false);
  const section = useRef<HTMLElement>(null);
  const panel = useId();

  useEffect(() => {
    if (hash !== HASH) return;
    setOpened(true);
    section.current?.scrollIntoView();
  }, [hash, key]);

  return (
    <section ref={section} id={HASH.slice(1)} className={css.section} aria-labelledby={`${panel}-title`}>
      <div className={css.head}>
        <HandCoins size={28} strokeWidth={1.75} aria-hidden />
        <div>
          <h2 id={`${panel}-title`}>{t('title')}</h2>
          <p>{t('lead')}</p>
        </div>
        <div className={css.buttons}>
          <ButtonLink to={paths.orderCreate()} size="md">
            {t('begin')}
          </ButtonLink>
          <Button
            variant="default"
            size="md"
            aria-expanded={opened}
            aria-controls={panel}
            rightSection={<ChevronDown size={18} aria-hidden />}
            onPointerEnter={() => void SellingGuide.preload()}
            onClick={() => setOpened(!opened)}
          >
            {t(opened ? 'hide' : 'show')}
          </Button>
        </div>
      </div>
      <div id={panel} hidden={!opened}>
        {opened ? <SellingGuide onFailure={() => setOpened(false)} /> : null}
      </div>
    </section>
  );
}
