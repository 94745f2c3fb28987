/** Lists of the console that live with those of the cabinet. */
const BESIDE = /\/console-[a-z-]+\.tsx$/;
/** What is decided about somebody is asked over the page that has the link. */
const DIALOG = /dialog\.tsx$/;

/** Whose names are written where there is no account to open, with the reason. */
const NO_ACCOUNT: Readonly<Record<string, string>> = {
  'client/features/console/debarments/debarments-table.tsx': 'debarments are of a masked number',
  'client/features/console/debarments/proposals-table.tsx': 'debarments are of a masked number',
  'client/features/console/debarments/proposal-facts.tsx': 'debarments are of a masked number',
  'client/features/console/edit-requests/requests-table.tsx': 'its answer names no account',
  'client/features/cabinet/applications/console-applications.tsx': 'the name of a button for screen readers',
  'client/features/console/debts/debts-table.tsx': 'the option of a filter',
  'client/features/console/action-log/action-log-table.tsx': 'narrows the list by the person',
  'client/features/console/person-trail/attempts-page.tsx': 'opens the day of the person',
};

/** `{person.name}`, `customer?.name`: written into the page, not handed to a component. */
const PLAIN_NAME = /\b(?:person|buyer|seller|customer|author|participant)\??\.name\b/;

/** Names of people in tables and pages of staff that do not open the page of the person. @param files path → text */
export function plainNames(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([file]) => file.startsWith('client/features/console/') || BESIDE.test(file))
    .filter(([file]) => !DIALOG.test(file) && !(file in NO_ACCOUNT))
    .filter(([, text]) => PLAIN_NAME.test(text))
    .map(([file]) => `${file} writes the name of somebody without a link to their page (PersonLink)`);
}

/** Exceptions that no longer write a name. */
export const needlessExceptions = (files: ReadonlyMap<string, string>): string[] =>
  Object.keys(NO_ACCOUNT).filter((file) => !PLAIN_NAME.test(files.get(file) ?? ''));
