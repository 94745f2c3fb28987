import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './dictionary.module.css';

/** Less is a press, not a drag. */
const DRAG_PX = 8;
/** A finger that moves sooner scrolls the page. */
const HOLD_MS = 250;

interface SortableListProps<Item, Id extends UniqueIdentifier> {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => Id;
  /** Of an item, for the button that moves it. */
  nameOf: (item: Item) => string;
  /** null: the order cannot be changed. */
  onArrange: ((ids: Id[]) => void) | null;
  children: (item: Item) => ReactNode;
}

/** Rows in their order, which a pointer, a held finger or the keyboard changes; screen readers say each step. */
export function SortableList<Item, Id extends UniqueIdentifier>(props: SortableListProps<Item, Id>) {
  const { label, items, idOf, nameOf, onArrange, children } = props;
  const { t } = useTranslation('content');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HOLD_MS, tolerance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(idOf);
  const count = ids.length;
  const at = (id: UniqueIdentifier): number => ids.findIndex((each) => each === id);
  const name = (id: UniqueIdentifier): string => {
    const item = items[at(id)];
    return item === undefined ? '' : nameOf(item);
  };
  const moved = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      moved.current = false;
      return t('sort.lifted', { name: name(active.id), place: at(active.id) + 1, count });
    },
    onDragOver: ({ active, over }) => {
      // A lifted row is over itself at first: that would be said in place of its lifting.
      if (!over || (over.id === active.id && !moved.current)) return undefined;
      moved.current = true;
      return t('sort.over', { place: at(over.id) + 1, count });
    },
    onDragEnd: ({ active, over }) =>
      over ? t('sort.dropped', { name: name(active.id), place: at(over.id) + 1, count }) : undefined,
    onDragCancel: ({ active }) => t('sort.cancelled', { name: name(active.id), place: at(active.id) + 1 }),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sort.howTo') } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onArrange?.(arrayMove(ids, at(active.id), at(over.id)));
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={css.rows} aria-label={label}>
          {items.map((item) => (
            <Row
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              movable={onArrange !== null && count > 1}
            >
              {children(item)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface RowProps {
  id: UniqueIdentifier;
  name: string;
  movable: boolean;
  children: ReactNode;
}

function Row({ id, name, movable, children }: RowProps) {
  const { t } = useTranslation('content');
  const sorting = useSortable({ id, disabled: !movable, attributes: { roleDescription: t('sort.role') } });
  const { transform, transition, isDragging } = sorting;
  return (
    <li
      ref={sorting.setNodeRef}
      className={css.row}
      data-dragging={isDragging}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      {movable ? (
        <button
          ref={sorting.setActivatorNodeRef}
          type="button"
          className={css.grip}
          {...sorting.attributes}
          {...sorting.listeners}
          aria-label={t('sort.grip', { name })}
        >
          <GripVertical size={20} aria-hidden />
        </button>
      ) : null}
      <div className={css.rowContent}>{children}</div>
    </li>
  );
}
