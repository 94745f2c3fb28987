import { ConsoleNews } from '#client/features/news/console-news.tsx';

/** /console/news: news of the platform, for staff to write. */
export default function News() {
  return <ConsoleNews />;
}
