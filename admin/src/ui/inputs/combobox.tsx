/** An input with a list of what was found for it. The caller searches; this shows, and says what was chosen. */
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox as Kit, Loader, TextInput, useCombobox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../display/icon.tsx'
import styles from './combobox.module.css'
import { type FieldProps, kitProps } from './input-props.ts'

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
  const { text, onText, onOpen, options, onChoose, emptyText, busy, ...field } = props
  const kit = useCombobox({ onDropdownClose: () => kit.resetSelectedOption(), onDropdownOpen: onOpen })
  const choose = (value: string) => {
    onChoose(value)
    if (options.find(option => option.value === value)?.stays !== true) kit.closeDropdown()
  }
  return (
    <Kit store={kit} onOptionSubmit={choose} withinPortal transitionProps={{ duration: 0 }}>
      <Kit.Target targetType="input" withExpandedAttribute>
        <TextInput
          {...kitProps(field)}
          role="combobox"
          autoComplete="off"
          value={text}
          leftSection={<Icon name="search" size={18} />}
          rightSection={busy ? <Loader size={16} /> : <Icon name="chevronDown" size={18} />}
          rightSectionPointerEvents="none"
          onChange={event => {
            onText(event.currentTarget.value)
            kit.openDropdown()
            kit.updateSelectedOptionIndex()
          }}
          onClick={() => kit.openDropdown()}
          onBlur={() => kit.closeDropdown()}
        />
      </Kit.Target>
      <Kit.Dropdown className="raised">
        <Kit.Options className={styles.options!} aria-label={field.label}>
          {options.map(option => (
            <Kit.Option
              key={option.value}
              value={option.value}
              className={styles.option!}
              data-action={option.isAction || undefined}
            >
              {option.icon === undefined ? null : <Icon name={option.icon} size={16} />}
              <span className="clip grow">{option.label}</span>
              {option.detail}
            </Kit.Option>
          ))}
          {options.length === 0 ? <Kit.Empty>{emptyText}</Kit.Empty> : null}
        </Kit.Options>
      </Kit.Dropdown>
    </Kit>
  )
}
