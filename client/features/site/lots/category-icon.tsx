import { categoryIconUrl } from '#shared/api/site/category-icon.ts';
import css from './category-icon.module.css';

/** Picture of a category, drawn by the server; as a mask, so that it takes the colour of the text around it. */
export function CategoryIcon({ url, size = 24 }: { url: string; size?: number }) {
  return (
    <span
      className={css.icon}
      style={{ width: size, height: size, maskImage: `url(${JSON.stringify(url)})` }}
      aria-hidden
    />
  );
}

/** The same for a lot that has no photo: what kind of thing it is. */
export function CategoryPicture({ id, size }: { id: number; size: number }) {
  return <CategoryIcon url={categoryIconUrl('category', id)} size={size} />;
}
