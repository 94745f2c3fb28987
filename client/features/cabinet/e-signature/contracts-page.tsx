import type { TFunction } from 'i18next';
import { Download, FileSignature } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { signedDocuments, type SignedDocument } from '#shared/api/cabinet/signatures.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { CheckSignature } from './check-signature.tsx';
import { ConsentCard, DOCUMENTS } from './consent-card.tsx';
import css from './e-signature.module.css';

const fileOf = (id: number, file: 'pdf' | 'pkcs7') => `/api/shop/user/signed-documents/${id}/${file}`;

function columnsOf(t: TFunction<'e-signature'>): Column<SignedDocument>[] {
  return [
    {
      key: 'document',
      head: t('contracts.column.document'),
      main: true,
      cell: ({ kind, subject }) => t(`contracts.kind.${kind}`, { subject }),
    },
    {
      key: 'signedAt',
      head: t('contracts.column.signedAt'),
      cell: ({ signedAt }) => formatDateTimeShort(Date.parse(signedAt)),
    },
    {
      key: 'owner',
      head: t('contracts.column.owner'),
      cell: ({ owner, serial, signer }) => (
        <>
          {owner}
          <span className={css.sub}>{serial}</span>
          {signer === 'development' ? <span className={css.sub}>{t('contracts.test')}</span> : null}
        </>
      ),
    },
    {
      key: 'files',
      head: t('contracts.column.files'),
      cell: ({ id }) => (
        <span className={css.files}>
          {(['pdf', 'pkcs7'] as const).map((file) => (
            <a key={file} href={fileOf(id, file)} download aria-label={t(`contracts.${file}Label`)}>
              <Download size={16} aria-hidden />
              {t(`contracts.${file}`)}
            </a>
          ))}
        </span>
      ),
    },
    {
      key: 'check',
      head: t('contracts.column.check'),
      cell: ({ id }) => <CheckSignature id={id} />,
    },
  ];
}

/** /profile/contracts: the offer with the contract, and everything I have signed. */
export function ContractsPage() {
  const { t } = useTranslation('e-signature');
  const list = useListPage({
    name: DOCUMENTS,
    read: ({ page, signal }) => call(signedDocuments, { query: { page }, signal }),
  });
  const columns = columnsOf(t);
  return (
    <div className={css.page}>
      <PageTitle>{t('contracts.title')}</PageTitle>
      <p className={css.lead}>{t('contracts.lead')}</p>
      <ConsentCard />
      <h2>{t('contracts.signed')}</h2>
      <TableTools list={list} exports={<ExportLinks list="signed-documents" filters={list.filters} />} />
      <ListTable
        list={list}
        label={t('contracts.signed')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('contracts.none'), text: t('contracts.noneText'), icon: FileSignature }}
      />
    </div>
  );
}
