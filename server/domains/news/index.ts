/** News of the platform: staff write them, everybody reads them. */
export { createNewsService, type NewsService } from './news.service.ts';
export { registerNewsRoutes } from './news.routes.ts';
