import { NewsList } from '#client/features/news/news-list.tsx';

/** /news: news of the platform. */
export default function NewsPage() {
  return <NewsList />;
}
