import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm, useTranslate } from 'react-admin';

interface AskProps {
  /** The English name of the button and of the question's heading. */
  readonly label: string;
  /** The consequence, in English. */
  readonly text: string;
  readonly onYes: () => void;
  readonly color?: ButtonProps['color'];
  readonly icon?: ReactNode;
}

/** A button that asks before it acts. */
export const Ask = ({ label, text, onYes, color = 'error', icon }: AskProps) => {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button color={color} startIcon={icon} onClick={() => setIsOpen(true)}>
        {translate(label)}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={translate(label)}
        content={translate(text)}
        onConfirm={() => {
          setIsOpen(false);
          onYes();
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
};
