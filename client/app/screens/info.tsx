import { useParams } from 'react-router-dom';
import { HELP_PAGES, type HelpPageName } from '#shared/api/pages.ts';
import { HelpPageView } from '#client/features/site/info/help-page.tsx';
import NotFound from './not-found.tsx';

const isHelpPage = (name: string | undefined): name is HelpPageName =>
  (HELP_PAGES as readonly (string | undefined)[]).includes(name);

/** /info/{page}: a help page. */
export default function InfoPage() {
  const { page } = useParams();
  return isHelpPage(page) ? <HelpPageView key={page} page={page} /> : <NotFound />;
}
