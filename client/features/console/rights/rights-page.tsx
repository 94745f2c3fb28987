import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { RIGHT_MARKS, STAFF_RIGHTS, type StaffRight } from '#shared/api/console/staff-rights.ts';
import { paths } from '#client/lib/paths.ts';
import { factorsUrl } from '#client/lib/sign-in-again.ts';
import { useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import css from './console-rights.module.css';

const RIGHTS = Object.keys(STAFF_RIGHTS) as StaffRight[];

/** /console/rights: who of the staff may do what, from the list that the server itself goes by. */
export function RightsPage() {
  const { t } = useTranslation('console-rights');
  const factorPage = useSession((state) => state.me?.factorPage);
  return (
    <div className={layout.fluidStack4}>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      {factorPage ? (
        <section className={css.own} aria-labelledby="own-factor">
          <h2 id="own-factor">{t('own.title')}</h2>
          <p>{t('own.text')}</p>
          <ButtonAnchor variant="default" href={factorsUrl(paths.console('rights'))}>
            {t('own.open')}
          </ButtonAnchor>
        </section>
      ) : null}
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={RIGHTS}
        rowKey={(right) => right}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('title'), text: t('lead'), icon: Minus }}
      />
    </div>
  );
}

function useColumns(): Column<StaffRight>[] {
  const { t } = useTranslation('console-rights');
  return [
    {
      key: 'right',
      head: t('column.right'),
      main: true,
      cell: (right) => <Right right={right} />,
    },
    ...STAFF_ROLES.map((role) => ({
      key: role,
      head: t(`role.${role}`),
      cell: (right: StaffRight) => <Has so={(STAFF_RIGHTS[right] as readonly string[]).includes(role)} />,
    })),
  ];
}

/** What it allows, and what it asks for besides the role. */
function Right({ right }: { right: StaffRight }) {
  const { t } = useTranslation('console-rights');
  const { fresh, two } = RIGHT_MARKS[right] ?? {};
  return (
    <Stacked start>
      {t(`right.${right}`)}
      {fresh || two ? (
        <span className={layout.row1}>
          {two ? <Badge colour="primary">{t(`two.${two}`)}</Badge> : null}
          {fresh ? <Badge colour="warning">{t('fresh')}</Badge> : null}
        </span>
      ) : null}
    </Stacked>
  );
}

function Has({ so }: { so: boolean }) {
  const { t } = useTranslation('console-rights');
  const Icon = so ? Check : Minus;
  return (
    <Icon size={18} role="img" aria-label={t(so ? 'yes' : 'no')} className={so ? css.has : layout.muted} />
  );
}
