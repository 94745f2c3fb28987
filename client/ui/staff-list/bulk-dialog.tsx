import { Circle, CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { useErrorText } from '../error-state.tsx';
import { TextDialog, type AskedText } from '../text-dialog.tsx';
import { runOneByOne, type RowResult } from './run-one-by-one.ts';
import css from './staff-list.module.css';

type Step = 'ask' | 'under-way' | 'over';

interface BulkDialogProps<Row> {
  title: string;
  /** What the form does: "Suspend". */
  confirm: string;
  danger?: boolean;
  /** One reason for all rows; null: nothing is asked for. */
  text: AskedText | null;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** What a row is called among the results. */
  nameOf: (row: Row) => string;
  /** Done to one row, with words for what became of it. */
  send: (row: Row, text: string) => Promise<RowResult>;
  /** After the last row: what is shown is read again. */
  onSettled: () => unknown;
  /** Whether anything was sent. */
  onClose: (sent: boolean) => void;
  children?: ReactNode;
}

/** Does the same to several rows with one reason, and says row by row what became of it. Closed, it sends no further row. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { title, confirm, danger, text, rowKey, nameOf, send, onSettled, onClose } = props;
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  // The list is read again meanwhile: it is about the rows that were selected.
  const [rows] = useState(props.rows);
  const [results, setResults] = useState<ReadonlyMap<string | number, RowResult>>(new Map());
  const [step, setStep] = useState<Step>('ask');
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const begin = (written: string) => {
    setStep('under-way');
    const controller = (stopping.current = new AbortController());
    void runOneByOne({
      rows,
      send: (row) => send(row, written),
      failed: errorText,
      onResult: (row, result) => setResults((before) => new Map(before).set(rowKey(row), result)),
      signal: controller.signal,
    }).then(() => {
      setStep('over');
      onSettled();
    });
  };

  if (step === 'ask')
    return (
      <TextDialog
        title={title}
        confirm={`${confirm} (${rows.length})`}
        {...(danger === undefined ? {} : { danger })}
        text={text}
        send={(written) => Promise.resolve(written)}
        outcome={(written) => ({ next: () => begin(written) })}
        onClose={() => onClose(false)}
      >
        <p>{t('list.bulk.about', { count: rows.length })}</p>
        <ul className={css.names}>
          {rows.map((row) => (
            <li key={rowKey(row)}>{nameOf(row)}</li>
          ))}
        </ul>
        {props.children}
      </TextDialog>
    );
  return (
    <Dialog title={title} onClose={() => onClose(true)} wide>
      <Results
        rows={rows.map((row) => ({ key: rowKey(row), name: nameOf(row), result: results.get(rowKey(row)) }))}
        over={step === 'over'}
      />
      <div className={css.dialogActions}>
        {step === 'over' ? (
          <Button size="md" data-autofocus onClick={() => onClose(true)}>
            {t('list.bulk.close')}
          </Button>
        ) : (
          <Button size="md" variant="default" onClick={() => stopping.current?.abort()}>
            {t('list.bulk.stop')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface ResultsProps {
  rows: readonly { key: string | number; name: string; result: RowResult | undefined }[];
  over: boolean;
}

function Results({ rows, over }: ResultsProps) {
  const { t } = useTranslation('staff');
  const tried = rows.filter(({ result }) => result !== undefined).length;
  const done = rows.filter(({ result }) => result?.done).length;
  return (
    <>
      <p role="status">
        {t(over ? 'list.bulk.over' : 'list.bulk.underWay', { done, tried, all: rows.length })}
      </p>
      <ol className={css.results}>
        {rows.map(({ key, name, result }) => (
          <li key={key} data-done={result?.done}>
            {result === undefined ? (
              <Circle size={18} aria-hidden />
            ) : result.done ? (
              <CircleCheck size={18} aria-hidden />
            ) : (
              <CircleX size={18} aria-hidden />
            )}
            <span>{name}</span>
            <span>{result?.text ?? t(over ? 'list.bulk.notSent' : 'list.bulk.waits')}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
