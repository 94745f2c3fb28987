import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PageBlock } from '#shared/api/pages.ts';
import { partId } from '#client/entities/article/article-block.tsx';
import layout from '#client/ui/layout.module.css';
import css from './info.module.css';

/** The heading being read: the last one above this line, in pixels from the top of the window. */
const READING_LINE_PX = 160;

function useHeadingRead(ids: readonly string[]): string | undefined {
  const [read, setRead] = useState(ids[0]);
  const all = ids.join(' ');
  useEffect(() => {
    const look = () => {
      const above = all
        .split(' ')
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1) <= READING_LINE_PX);
      setRead(above.at(-1) ?? all.split(' ')[0]);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [all]);
  return read;
}

/** What is on the page, with the part being read marked. */
export function HelpContents({ blocks }: { blocks: PageBlock[] }) {
  const { t } = useTranslation('info');
  const parts = blocks.flatMap((block, at) =>
    block.kind === 'heading' ? [{ id: partId(at), text: block.text }] : [],
  );
  const read = useHeadingRead(parts.map(({ id }) => id));
  return (
    <nav className={layout.stack3} aria-labelledby="help-contents">
      <h2 id="help-contents" className={css.asideTitle}>
        {t('contents')}
      </h2>
      <ul className={css.contentsList}>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <Link to={{ hash: id }} replace aria-current={id === read ? 'location' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
