import { useEffect, useRef, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Row } from '../shell/client.ts';

const keyOf = (address: string): string => `almanac.draft.${address}`;

/** Returns the kept values of a form by field; undefined if nothing was left unsaved. */
const keptDraft = (address: string): Row | undefined => {
  const kept = localStorage.getItem(keyOf(address));
  return kept === null ? undefined : JSON.parse(kept);
};

/** Forgets the unsaved text of a form. */
export const forgetDraft = (address: string): void => localStorage.removeItem(keyOf(address));

const keepDraft = (address: string, values: Row): void => {
  if (Object.keys(values).length > 0) localStorage.setItem(keyOf(address), JSON.stringify(values));
  else forgetDraft(address);
};

/** The values of the forms on the screen, by address. */
const openForms = new Map<string, () => Row>();

/** The saved values of forms that do not show the saved record yet, and its address, by the address of the form. */
const settling = new Map<string, { readonly saved: Row; readonly to: string }>();

/** The name of the field to return to after a form has moved to the address of a created record. */
let fieldInUse: string | undefined;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keeps the value of a field unless it is the stored one. */
const keepField = (address: string, name: string, { value, stored }: { value: unknown; stored: unknown }): void => {
  const { saved, to = address } = settling.get(address) ?? {};
  const { [name]: _, ...others } = keptDraft(to) ?? {};
  keepDraft(to, isSame(value, saved === undefined ? stored : saved[name]) ? others : { ...others, [name]: value });
  if (to !== address) fieldInUse = document.activeElement?.getAttribute('name') ?? undefined;
};

/**
 * Forgets the unsaved text of a form that was saved, except for text that was typed while it was saved. Text that is
 * typed until the form shows the saved record is kept too.
 * @param saved the values that were saved
 * @param to the address of the record, if it was created
 */
export const settleDraft = (address: string, saved: Row, to = address): void => {
  const values = openForms.get(address)?.() ?? {};
  forgetDraft(address);
  const later = Object.entries(values).filter(([name, value]) => name in saved && !isSame(value, saved[name]));
  keepDraft(to, Object.fromEntries(later));
  settling.set(address, { saved, to });
  if (to !== address) fieldInUse = document.activeElement?.getAttribute('name') ?? undefined;
};

/**
 * Keeps what is typed in this browser until it is saved: an ended session, a restart of the site or a closed tab loses
 * nothing. Unsaved text is filled in again when the form opens.
 * @param address names the form: the table and the id of the record
 * @returns true if unsaved text was filled in, and a function that discards it
 */
export const useDraft = (address: string): readonly [boolean, () => void] => {
  const record = useRecordContext();
  const { watch, setValue, reset, getValues } = useFormContext();
  const { defaultValues } = useFormState();
  const stored = useRef<Row>(defaultValues);
  stored.current = defaultValues;
  const restoredAddress = useRef<string>(undefined);
  const [isRestored, setIsRestored] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a record that is read again resets the form
  useEffect(() => {
    settling.delete(address);
    const isFirst = restoredAddress.current !== address;
    const field = fieldInUse;
    fieldInUse = undefined;
    // the form resets itself to the record in an effect that runs after this one
    const later = setTimeout(() => {
      const kept = keptDraft(address);
      restoredAddress.current = address;
      for (const [name, value] of Object.entries(kept ?? {})) setValue(name, value, { shouldDirty: true });
      if (isFirst) setIsRestored(kept !== undefined);
      if (field !== undefined) document.querySelector<HTMLElement>(`#main-content [name="${field}"]`)?.focus();
    });
    return () => clearTimeout(later);
  }, [address, record, setValue]);

  useEffect(() => {
    openForms.set(address, getValues);
    // at once: after the answer to a save the form may be gone, or show the record again, before the next task
    const watching = watch((values, { name }) => {
      const [field] = name?.split('.') ?? [];
      // until then, fields fill themselves with their defaults
      const isFilled = restoredAddress.current === address;
      if (isFilled && field) keepField(address, field, { value: values[field], stored: stored.current?.[field] });
    });
    return () => {
      openForms.delete(address);
      settling.delete(address);
      watching.unsubscribe();
    };
  }, [address, getValues, watch]);

  const discard = (): void => {
    forgetDraft(address);
    reset();
    setIsRestored(false);
  };
  return [isRestored, discard];
};
