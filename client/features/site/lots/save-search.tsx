import { useQueryClient } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAVED_SEARCH_NAME_MAX, saveSearch, type SavedFilter } from '#shared/api/cabinet/saved-searches.ts';
import { savedSearchesQuery } from '#client/entities/lot/saved-searches.ts';
import { call } from '#client/lib/api-client.ts';
import { currentPath, loginUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { useFilterLabels } from './active-filters.tsx';
import { filterOf, type ListFilters } from './list-query.ts';

/** Without what a lot does not keep: where its auction is, and when. */
function savedFilterOf(filters: ListFilters): SavedFilter | null {
  const { stage: _stage, dateFrom: _from, dateTo: _to, ...rest } = filterOf(filters);
  return Object.keys(rest).length > 0 ? rest : null;
}

const cut = (text: string): string => [...text].slice(0, SAVED_SEARCH_NAME_MAX).join('').trim();

/** Offers to be notified of new lots by the filters in force; a visitor signs in first and comes back. */
export default function SaveSearch({ filters }: { filters: ListFilters }) {
  const { t } = useTranslation('saved-searches');
  const signedIn = useSession((state) => state.user !== null);
  const [asking, setAsking] = useState(false);
  const filter = savedFilterOf(filters);
  if (!filter) return null;
  const icon = <BellPlus size={18} aria-hidden />;
  if (!signedIn)
    return (
      <ButtonAnchor href={loginUrl(currentPath())} variant="subtle" size="md" leftSection={icon}>
        {t('signIn')}
      </ButtonAnchor>
    );
  return (
    <>
      <Button variant="subtle" size="md" leftSection={icon} onClick={() => setAsking(true)}>
        {t('save')}
      </Button>
      {asking ? <NameDialog filters={filters} filter={filter} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

interface NameDialogProps {
  filters: ListFilters;
  filter: SavedFilter;
  onClose: () => void;
}

function NameDialog({ filters, filter, onClose }: NameDialogProps) {
  const { t } = useTranslation('saved-searches');
  const queries = useQueryClient();
  const initial = cut(useFilterLabels(filters).join(', '));
  return (
    <TextDialog
      title={t('title')}
      confirm={t('confirm')}
      text={{
        label: t('name'),
        limits: { min: 1, max: SAVED_SEARCH_NAME_MAX },
        short: t('short'),
        rows: 'one-line',
        initial,
      }}
      send={(name) => call(saveSearch, { body: { name, filter } })}
      outcome={() => ({ done: t('saved') })}
      onSettled={() => queries.invalidateQueries({ queryKey: savedSearchesQuery.queryKey })}
      onClose={onClose}
    >
      <p>{t('about')}</p>
    </TextDialog>
  );
}
