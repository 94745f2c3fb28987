import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';

interface LotCellProps {
  lotId: number;
  title: LocalizedText;
  /** Beside the number. */
  note?: ReactNode;
  /** More lines. */
  children?: ReactNode;
}

/** A lot in a table of staff: its title, which opens its result, and its number. */
export function LotCell({ lotId, title, note = null, children }: LotCellProps) {
  const localized = useLocalized();
  return (
    <Stacked start>
      <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
      <small>
        № {lotId}
        {note === null ? null : <> · {note}</>}
      </small>
      {children}
    </Stacked>
  );
}
