import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { DaysTable } from './days-table.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LinesTable } from './lines-table.tsx';
import { StatementsTable } from './statements-table.tsx';
import css from './console-statements.module.css';

const VIEWS = ['lines', 'statements', 'days'] as const;

/** /console/bank-statements: files of the bank, what their lines are, and where they differ from the ledger. */
export function BankStatements() {
  const { t } = useTranslation('console-statements');
  const [query, setQuery] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.decideStatements,
  );
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'lines';
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <div className={css.lead}>
        <ListLead>{t('lead')}</ListLead>
        {mayAct ? (
          <Button size="md" onClick={() => setImporting(true)}>
            {t('upload')}
          </Button>
        ) : null}
      </div>
      <Tabs
        label={t('title')}
        active={view}
        // Another view has filters of its own.
        onChange={(key) => setQuery(key === 'lines' ? {} : { view: key })}
        tabs={VIEWS.map((key) => ({ key, label: t(`view.${key}`) }))}
      >
        {view === 'lines' ? <LinesTable /> : view === 'statements' ? <StatementsTable /> : <DaysTable />}
      </Tabs>
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}
