/** An input with a list of what was found for it. The caller searches; this shows, and says what was chosen. */
import { Loader, TextInput } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '../../display/icon.tsx'
import { useUiTexts } from '../../theme/ui-texts.ts'
import { type FieldProps, kitProps } from '../input-props.ts'
import styles from './combobox.module.css'
import { useListPlace } from './use-list-place.ts'
import { type OpenList, useOpenList } from './use-open-list.ts'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  readonly detail?: ReactNode
  readonly icon?: IconName
  /** Stands apart from what was found: "Create ...". */
  readonly isAction?: boolean
  /** The list stays open: "Load more". */
  readonly stays?: boolean
}

export interface ComboboxProps extends FieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onOpen: () => void
  readonly options: readonly ComboboxOption[]
  readonly onChoose: (value: string) => void
  readonly placeholder?: string | undefined
  readonly emptyText: string
  readonly busy?: boolean
}

export function Combobox(props: ComboboxProps): ReactNode {
  const { text, onText, onOpen, options, onChoose, emptyText, busy = false, ...field } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useOpenList({ options, onOpen, onChoose })
  const { isOpen, marked } = list
  return (
    <>
      <TextInput
        {...kitProps(field)}
        ref={input}
        role="combobox"
        autoComplete="off"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={marked === -1 ? undefined : `${id}-${marked}`}
        value={text}
        leftSection={<Icon name="search" size={18} />}
        rightSection={busy ? <Loader size={16} /> : <Icon name="chevronDown" size={18} />}
        rightSectionPointerEvents="none"
        onChange={event => {
          onText(event.currentTarget.value)
          list.unmark()
          list.open()
        }}
        onClick={list.open}
        onBlur={list.close}
        onKeyDown={list.onKeyDown}
      />
      <Found {...{ isOpen, options, emptyText, busy }} />
      {isOpen ? <Options {...{ id, input, list, options, emptyText }} label={field.label} /> : null}
    </>
  )
}

/** What a person hears who does not see the list. */
function Found({ isOpen, options, emptyText, busy }: FoundProps): ReactNode {
  const { loading, results } = useUiTexts()
  const found = options.filter(({ isAction }) => !isAction).length
  const text = busy ? loading : found === 0 ? emptyText : results(found)
  return (
    <span className="visually-hidden">
      <span role="status">{isOpen ? text : ''}</span>
    </span>
  )
}

interface FoundProps extends Pick<ComboboxProps, 'options' | 'emptyText'> {
  readonly isOpen: boolean
  readonly busy: boolean
}

interface OptionsProps extends Pick<ComboboxProps, 'options' | 'emptyText' | 'label'> {
  readonly id: string
  readonly input: { readonly current: HTMLElement | null }
  readonly list: OpenList
}

function Options({ id, input, list: { marked, choose }, options, emptyText, label }: OptionsProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  useListPlace(input, frame)
  return createPortal(
    <div ref={frame} className={styles.frame} data-portal>
      <div
        id={id}
        className={styles.options}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        // The focus stays in the input.
        onMouseDown={event => event.preventDefault()}
      >
        {options.map((option, index) => (
          <button
            key={option.value}
            type="button"
            ref={index === marked ? scrollTo : undefined}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            className={styles.option}
            data-action={option.isAction || undefined}
            onClick={() => choose(option)}
          >
            {option.icon === undefined ? null : <Icon name={option.icon} size={16} />}
            <span className="clip grow">{option.label}</span>
            {option.detail}
          </button>
        ))}
        {options.length === 0 ? <div className={styles.empty}>{emptyText}</div> : null}
      </div>
    </div>,
    document.body,
  )
}

function scrollTo(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
