import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageView } from '#shared/api/cabinet/files.ts';
import css from './photos.module.css';

/** Less is a press, not a drag. */
const DRAG_PX = 8;
/** A finger that moves sooner scrolls the page. */
const HOLD_MS = 250;

interface PhotoGridProps {
  images: readonly ImageView[];
  onArrange: (fileIds: number[]) => void;
  children: ReactNode;
}

/** Photos in their order, which a pointer, a held finger or the keyboard changes; screen readers say each step. */
export function PhotoGrid({ images, onArrange, children }: PhotoGridProps) {
  const { t } = useTranslation('files');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HOLD_MS, tolerance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = images.map(({ id }) => id);
  const place = (id: UniqueIdentifier | undefined) => ids.indexOf(Number(id)) + 1;
  const count = ids.length;
  const moved = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      moved.current = false;
      return t('order.lifted', { place: place(active.id), count });
    },
    onDragOver: ({ active, over }) => {
      // A lifted photo is over itself at first: that would be said in place of its lifting.
      if (!over || (over.id === active.id && !moved.current)) return undefined;
      moved.current = true;
      return t('order.over', { place: place(over.id), count });
    },
    onDragEnd: ({ over }) => (over ? t('order.dropped', { place: place(over.id), count }) : undefined),
    onDragCancel: ({ active }) => t('order.cancelled', { place: place(active.id), count }),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    onArrange(arrayMove(ids, place(active.id) - 1, place(over.id) - 1));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('order.howTo') } }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={css.grid}>{children}</ul>
      </SortableContext>
    </DndContext>
  );
}
