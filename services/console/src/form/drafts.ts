import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Row } from '../shell/client.ts';

/** Milliseconds of rest after which typed text is kept. */
const REST_MS = 400;

const keyOf = (address: string): string => `almanac.draft.${address}`;

/** Returns the kept values of a form by field; undefined if nothing was left unsaved. */
const keptDraft = (address: string): Row | undefined => {
  const kept = localStorage.getItem(keyOf(address));
  return kept === null ? undefined : JSON.parse(kept);
};

/** Forgets the unsaved text of a form. */
export const forgetDraft = (address: string): void => localStorage.removeItem(keyOf(address));

/**
 * Keeps what is typed in this browser until it is saved: an ended session, a restart of the site or a closed tab loses
 * nothing. Unsaved text is filled in again when the form opens.
 * @param address names the form: the table and the id of the record
 * @returns true if unsaved text was filled in, and a function that discards it
 */
export const useDraft = (address: string): readonly [boolean, () => void] => {
  const { watch, setValue, reset, getValues } = useFormContext();
  const { dirtyFields } = useFormState();
  const dirty = useRef(dirtyFields);
  dirty.current = dirtyFields;
  const pristine = useRef(getValues());
  const [isRestored, setIsRestored] = useState(false);

  useEffect(() => {
    const kept = keptDraft(address);
    if (kept === undefined) return;
    // the form resets itself to the record in an effect that runs after this one
    const later = setTimeout(() => {
      for (const [name, value] of Object.entries(kept)) setValue(name, value, { shouldDirty: true });
      setIsRestored(true);
    });
    return () => clearTimeout(later);
  }, [address, setValue]);

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      const values = getValues();
      const changed = Object.keys(dirty.current).map((name) => [name, values[name]]);
      if (changed.length > 0) localStorage.setItem(keyOf(address), JSON.stringify(Object.fromEntries(changed)));
    };
    const watching = watch((_, { name }) => {
      if (name === undefined) return;
      clearTimeout(waiting);
      waiting = setTimeout(keep, REST_MS);
    });
    return () => {
      clearTimeout(waiting);
      watching.unsubscribe();
    };
  }, [address, getValues, watch]);

  const discard = (): void => {
    forgetDraft(address);
    reset(pristine.current);
    setIsRestored(false);
  };
  return [isRestored, discard];
};
