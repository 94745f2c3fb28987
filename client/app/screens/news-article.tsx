import { useParams } from 'react-router-dom';
import { NewsArticleView } from '#client/features/site/news/news-article.tsx';
import NotFound from './not-found.tsx';

/** /news/{id}: one news item. */
export default function NewsArticlePage() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <NotFound />;
  return <NewsArticleView key={id} id={id} absent={<NotFound />} />;
}
