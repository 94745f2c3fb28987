/** News of the platform: written by staff, public. */
export { newsModule } from './module.ts';
export { createNewsService, type NewsService } from './news.service.ts';
export { WITHOUT_PICTURES } from './news-pictures.ts';
