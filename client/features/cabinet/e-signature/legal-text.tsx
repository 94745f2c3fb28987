import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FileText, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consentText } from '#shared/api/cabinet/consent.ts';
import type { PageBlock } from '#shared/api/pages.ts';
import { call } from '#client/lib/api-client.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import css from './e-signature.module.css';

function Block({ block }: { block: PageBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'note':
      return (
        <p className={css.info}>
          <Info size={20} aria-hidden />
          <span>{block.text}</span>
        </p>
      );
    case 'paragraph':
      return <p>{block.text}</p>;
    // Legal texts have neither.
    case 'table':
    case 'link':
      return null;
  }
}

/** The offer and the contract of a version, closed until somebody wants to read them. */
export function LegalText({ version }: { version: number }) {
  const { t, i18n } = useTranslation('e-signature');
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['consent-text', version, i18n.language],
    queryFn: () => call(consentText, { query: { version } }),
    enabled: wanted,
    staleTime: 5 * 60_000,
  });
  return (
    <>
      {(['offer', 'contract'] as const).map((part) => (
        <details
          key={part}
          className={css.part}
          onToggle={(event) => event.currentTarget.open && setWanted(true)}
        >
          <summary>
            <FileText size={20} aria-hidden />
            {t(`document.${part}`)}
            <ChevronDown size={20} aria-hidden />
          </summary>
          <div className={css.text} tabIndex={0} role="region" aria-label={t(`document.${part}`)}>
            {data ? (
              data[part].blocks.map((block, at) => <Block key={at} block={block} />)
            ) : error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              Array.from({ length: 8 }, (_, at) => (
                <Skeleton key={at} height={20} width={at % 3 ? '100%' : '60%'} />
              ))
            )}
          </div>
        </details>
      ))}
    </>
  );
}
