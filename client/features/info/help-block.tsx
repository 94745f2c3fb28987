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

/** On a phone each row is a card with its labels beside the cells; the roles keep it a table for screen readers. */
function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table className={css.table} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {head.map((cell, at) =>
            cell ? (
              <th key={at} role="columnheader" scope="col">
                {cell}
              </th>
            ) : (
              <td key={at} role="cell" />
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row[0]} role="row">
            {row.map((cell, at) =>
              at === 0 ? (
                <th key={at} role="rowheader" scope="row">
                  {cell}
                </th>
              ) : (
                <td key={at} role="cell" data-label={head[at]}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
