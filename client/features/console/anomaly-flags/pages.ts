/** What /console/anomaly-flags and its pages show, in one chunk. */
export { FlagPage } from './flag-page.tsx';
export { FlagsTable } from './flags-table.tsx';
