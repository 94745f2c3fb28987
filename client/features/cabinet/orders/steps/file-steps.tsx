import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { DocumentSection } from '#client/entities/file/document-section.tsx';
import { imagesQuery, type FilePlace } from '#client/entities/file/file-queries.ts';
import { PhotoSection } from '#client/entities/file/photo-section.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import css from './steps.module.css';

/** Step 5. */
export function PhotosStep() {
  const { orderId } = useOrderForm();
  const place: FilePlace = { owner: 'order', ownerId: orderId };
  return (
    <OrderField field="photos">
      {() => (
        <>
          <Missing place={place} />
          <PhotoSection place={place} />
        </>
      )}
    </OrderField>
  );
}

/** How many photos are still needed, and whether one of them is the main one. */
function Missing({ place }: { place: FilePlace }) {
  const { t } = useTranslation('orders');
  const { data } = useQuery(imagesQuery(place));
  if (!data) return null;
  const short = IMAGE_LIMITS.minCount - data.items.length;
  const hasMain = data.items.some(({ isMain }) => isMain);
  return (
    <p className={css.note} role="status">
      {short > 0 ? t('photos.short', { short }) : t(hasMain ? 'photos.enough' : 'photos.noMain')}
    </p>
  );
}

/** Step 6. */
export function DocumentsStep() {
  const { orderId } = useOrderForm();
  return (
    <OrderField field="documents" below>
      {() => <DocumentSection place={{ owner: 'order', ownerId: orderId }} />}
    </OrderField>
  );
}
