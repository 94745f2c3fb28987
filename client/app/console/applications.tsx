import { ConsoleApplications } from '#client/features/applications/console-applications.tsx';

/** /console/applications: everybody's applications and their deposits. */
export default function Applications() {
  return <ConsoleApplications />;
}
