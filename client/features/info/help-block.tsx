import { ArrowRight, Info } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { PageBlock } from '#shared/api/pages.ts';
import css from './info.module.css';

/** Address of a part of the page, `#part-4`: the place of its heading among the blocks. */
export const partId = (at: number): string => `part-${at + 1}`;

/** A block of a help page. @param id address of the heading */
export function HelpBlock({ block, id }: { block: PageBlock; id: string }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={id} className={css.heading}>
          {block.text}
        </h2>
      );
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'list':
      return <List ordered={block.ordered} items={block.items} />;
    case 'note':
      return (
        <div className={css.note} role="note">
          <Info size={20} aria-hidden />
          <p>{block.text}</p>
        </div>
      );
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
    case 'link':
      return (
        <Link className={css.link} to={block.href}>
          {block.text}
          <ArrowRight size={18} aria-hidden />
        </Link>
      );
  }
}

function List({ ordered, items }: { ordered: boolean; items: string[] }) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={ordered ? css.steps : css.points}>
      {items.map((item) => (
        <li key={item}>
          <span>{item}</span>
        </li>
      ))}
    </Tag>
  );
}

/** On a phone each row is a card with its labels above the cells. */
function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} data-label={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
