import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseCoordinates, type Coordinates } from '#shared/validation/coordinates.ts';
import { InputField } from '#client/ui/input-field.tsx';
import { PlacePicker } from '#client/ui/map/place-picker.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';

const written = (point: Coordinates | null) => (point ? `${point.latitude}, ${point.longitude}` : '');

/** The point of the property: on the map, or typed as a pair of degrees. Text that is no pair is stored as no point. */
export function PointFields() {
  const { t } = useTranslation(['orders', 'order-problems']);
  const { fields, change } = useOrderForm();
  const { latitude, longitude } = fields;
  const point = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  const [text, setText] = useState(written(point));
  const [left, setLeft] = useState(false);
  const known = useRef(written(point));
  const now = written(point);
  useEffect(() => {
    // A point from elsewhere replaces what is typed; one's own half-typed pair stays.
    if (now !== known.current) setText(now);
    known.current = now;
  }, [now]);
  const take = (next: Coordinates | null) => {
    known.current = written(next);
    change({ latitude: next?.latitude ?? null, longitude: next?.longitude ?? null });
  };
  const wrong =
    left && text.trim() !== '' && !parseCoordinates(text) ? t('order-problems:coordinates') : null;
  return (
    // A problem of the pair is reported for its first number.
    <OrderField field="latitude">
      {(errorOf) => (
        <>
          <PlacePicker
            label={t('place.map')}
            point={point}
            lookAt={fields.areaId ?? fields.regionId ?? null}
            onPick={(picked) => {
              setText(written(picked));
              take(picked);
            }}
          />
          <OrderField field="longitude" below>
            {() => (
              <InputField
                label={t('field.coordinates')}
                value={text}
                inputMode="text"
                autoComplete="off"
                maxLength={60}
                placeholder="41.311081, 69.240562"
                hint={t('hint.coordinates')}
                error={wrong ?? errorOf()}
                onFocus={() => setLeft(false)}
                onBlur={() => setLeft(true)}
                onChange={({ target }) => {
                  setText(target.value);
                  take(parseCoordinates(target.value));
                }}
              />
            )}
          </OrderField>
        </>
      )}
    </OrderField>
  );
}
