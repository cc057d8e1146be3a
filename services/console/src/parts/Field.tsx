import { MenuItem, TextField, type TextFieldProps } from '@mui/material';
import type { InputHTMLAttributes } from 'react';
import { useTranslate } from 'react-admin';

interface FieldProps
  extends Pick<TextFieldProps, 'fullWidth' | 'placeholder' | 'required' | 'sx'>,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'max' | 'min' | 'type'> {
  /** The English label. */
  readonly label: string;
  /** The English explanation. */
  readonly help?: string;
  readonly value: string | number;
  /** The values to choose from, with their English words; absent: the person writes one. */
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (value: string) => void;
}

/** A field outside the form of a record. */
export const Field = ({ label, help, choices, onChange, type, inputMode, max, min, ...field }: FieldProps) => {
  const translate = useTranslate();
  return (
    <TextField
      label={translate(label)}
      helperText={help && translate(help)}
      select={choices !== undefined}
      onChange={({ target }) => onChange(target.value)}
      type={type}
      slotProps={{
        htmlInput: { inputMode, max, min },
        ...(choices && { select: { displayEmpty: true } }),
        ...((choices || type === 'date') && { inputLabel: { shrink: true } }),
      }}
      {...field}
    >
      {choices?.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {translate(name)}
        </MenuItem>
      ))}
    </TextField>
  );
};
