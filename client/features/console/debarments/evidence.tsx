import type { DocumentView } from '#shared/api/cabinet/files.ts';
import css from './console-debarments.module.css';

/** Documents as links; nothing where there are none. */
export function Evidence({ items }: { items: readonly DocumentView[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={css.evidence}>
      {items.map(({ id, name, url }) => (
        <li key={id}>
          <a href={url} download>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
