import { TextField } from '@mui/material';
import { Editor, type EditorOptions } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import {
  ClearButtons,
  FormatButtons,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
  useTiptapEditor,
} from 'ra-input-rich-text';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Action } from '../parts/Action.tsx';
import type { Row } from '../shell/client.ts';
import { site } from '../shell/site.ts';
import { Library } from './PictureInput.tsx';

const options: Partial<EditorOptions> = {
  extensions: [
    // links stay as they are stored
    StarterKit.configure({ link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } } }),
    Image,
  ],
  injectNonce: site.styleNonce,
};

/** Returns HTML as a browser writes it, without the space between blocks. */
const normalized = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.innerHTML.replace(/>\s+</g, '><').trim();

/** Blocks and comments of HTML, shortcodes, and addresses on lines of their own: a text with one of them is HTML. */
const BLOCKS =
  /<(?:\/?(?:p|div|h[1-6]|ul|ol|dl|table|figure|blockquote|pre|hr|form|iframe|section|article|address|details|script|style|video|audio)\b|!--)|^\[|^https?:\/\/\S+$/im;

/** Returns lines of text as the paragraphs that pages show; HTML stays as it is. */
const inParagraphs = (text: string): string => {
  if (text.trim() === '' || BLOCKS.test(text)) return text;
  const parts = text.replaceAll('\r', '').trim().split(/\n\n+/);
  return parts.map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`).join('');
};

/** True if the editor returns a text as it was, apart from paragraphs around lines. */
const isKept = (text: string): boolean => {
  if (text.trim() === '') return true;
  const content = inParagraphs(text);
  const editor = new Editor({ ...options, content });
  const written = editor.getHTML();
  editor.destroy();
  return normalized(written) === normalized(content);
};

const LEVELS = [2, 3, 4] as const;

/** The choice between text and headings. The title of the page is its first heading. */
const BlockSelect = () => {
  const translate = useTranslate();
  const editor = useTiptapEditor();
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (!editor) return;
    const show = (): void => setLevel(Number(editor.getAttributes('heading').level ?? 0));
    editor.on('transaction', show);
    show();
    return () => {
      editor.off('transaction', show);
    };
  }, [editor]);
  const choose = (value: string): void => {
    const chosen = LEVELS.find((known) => String(known) === value);
    const chain = editor.chain().focus();
    (chosen === undefined ? chain.setParagraph() : chain.setHeading({ level: chosen })).run();
  };
  return (
    <TextField
      select
      value={level}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': translate('ra.tiptap.select_level') } }}
      sx={{ m: 0 }}
    >
      {[...new Set([0, ...LEVELS, level])].sort().map((known) => (
        <option key={known} value={known}>
          {translate(known === 0 ? 'ra.tiptap.paragraph' : `ra.tiptap.heading${known}`)}
        </option>
      ))}
    </TextField>
  );
};

/** Inserts pictures of the library: one as it is, several as a gallery. */
const Pictures = () => {
  const editor = useTiptapEditor();
  const [isOpen, setIsOpen] = useState(false);
  const insert = (media: readonly Row[]): void => {
    const [first] = media;
    const ids = media.map(({ id }) => id).join(',');
    const picture = { type: 'image', attrs: { src: first.source_url, alt: first.alt_text } };
    editor
      .chain()
      .focus()
      .insertContent(media.length > 1 ? `<p>[gallery ids="${ids}"]</p>` : picture)
      .run();
    setIsOpen(false);
  };
  return (
    <>
      <Action label="Pictures" size="small" onClick={() => setIsOpen(true)} />
      {isOpen && <Library isMany onChoose={insert} onClose={() => setIsOpen(false)} />}
    </>
  );
};

interface Props {
  readonly source: string;
  readonly label: string;
  /** The text as it is stored. */
  readonly text: string;
  /** Called if the editor would change the text. */
  readonly onForeign: () => void;
}

/** The visual editor; loaded when a form first shows a text. */
export default function VisualEditor({ source, label, text, onForeign }: Props) {
  const [canEdit] = useState(() => isKept(text));
  useEffect(() => {
    if (!canEdit) onForeign();
  }, [canEdit, onForeign]);
  if (!canEdit) return null;
  return (
    <RichTextInput
      source={source}
      label={label}
      helperText={false}
      format={(value?: string | null) => inParagraphs(value ?? '')}
      editorOptions={options}
      sx={{
        '& .tiptap.ProseMirror': { minHeight: 160, bgcolor: 'background.paper' },
        '& .tiptap.ProseMirror a': { color: 'primary.main' },
      }}
      toolbar={
        <RichTextInputToolbar>
          <BlockSelect />
          <FormatButtons />
          <ListButtons />
          <LinkButtons />
          <QuoteButtons />
          <Pictures />
          <ClearButtons />
        </RichTextInputToolbar>
      }
    />
  );
}
