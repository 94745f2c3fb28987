export { NewsList as default } from '#client/features/site/news/news-list.tsx';
