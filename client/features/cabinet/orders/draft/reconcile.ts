import { sameValue, type UnsentEdits } from './unsent.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Reconciled {
  /** Edits that the server does not have. */
  edits: UnsentEdits;
  /** Fields that somebody else changed: in another tab, on another device, or under an edit of one's own. */
  changedElsewhere: string[];
}

/**
 * Compares what the server has now with what it had before, field by field. An edit that the server has already (its
 * answer was lost) is done; a new version without any changed field (photos have their own calls) is no conflict.
 */
export function reconcile(before: Fields, now: Fields, edits: UnsentEdits): Reconciled {
  const left: Record<string, UnsentEdits[string]> = {};
  const changedElsewhere: string[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(now), ...Object.keys(edits)])) {
    const edit = edits[field];
    if (edit && sameValue(now[field], edit.value)) continue;
    if (edit) left[field] = edit;
    if (!sameValue(now[field], edit ? edit.before : before[field])) changedElsewhere.push(field);
  }
  return { edits: left, changedElsewhere };
}
