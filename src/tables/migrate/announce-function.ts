/** The triggers that announce what other programs write to a PostgreSQL database, and the function that they call. */
import { type Fragment, name, sql, table as tableName } from '../../sql/fragment.ts'

/** The triggers by name, with the operation that each announces and the changed rows that it hands to the function. */
const TRIGGERS = {
  populus_announce_insert: sql`insert on`,
  populus_announce_update: sql`update on`,
  populus_announce_delete: sql`delete on`,
  populus_announce_truncate: sql`truncate on`,
} as const

const ROWS = {
  populus_announce_insert: sql`referencing new table as new_rows`,
  populus_announce_update: sql`referencing old table as old_rows new table as new_rows`,
  populus_announce_delete: sql`referencing old table as old_rows`,
  populus_announce_truncate: sql``,
} as const

export type TriggerName = keyof typeof TRIGGERS
export const TRIGGER_NAMES = Object.keys(TRIGGERS) as readonly TriggerName[]

/** Announced all operations, without rows. Removed where it is found. */
export const FORMER_TRIGGER = 'populus_announce'

/**
 * `isComponent`: no foreign key ties components to their links, so a new one may be one that a link already names. New rows
 * are then not handed over, and the function announces the table alone.
 */
export function createTrigger(
  place: string,
  { table, isComponent }: { readonly table: string; readonly isComponent: boolean },
  trigger: TriggerName,
): Fragment {
  const rows = isComponent && trigger === 'populus_announce_insert' ? sql`` : ROWS[trigger]
  return sql`
    create trigger ${name(trigger)} after ${TRIGGERS[trigger]} ${tableName(table, place)} ${rows}
    for each statement execute function populus.announce()`
}

export function dropTrigger(place: string, table: string, trigger: TriggerName | typeof FORMER_TRIGGER): Fragment {
  return sql`drop trigger if exists ${name(trigger)} on ${tableName(table, place)}`
}

/**
 * Announces rows in the form of `kept/dependencies/change-text.ts`. For every column that holds ids, all values that the rows
 * had before and have afterwards are named; for an update, the columns whose text has changed.
 *
 * Nothing in it may fail: the program that writes does not know about us. Where rows cannot be named (too many, no id,
 * an id that has changed, a text that is too long), the table alone is announced. The search path is its own, because the
 * function runs with that of the writer otherwise. The notice is sent when the transaction commits, and never otherwise.
 */
export const CREATE_FUNCTION = sql`
  create or replace function populus.announce() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $populus$
  declare
    most constant int := 50;
    about text := concat(pg_current_xact_id(), ' ', tg_table_name);
    number int;
    paired int;
    columns json := '[]';
    keys json;
  begin
    begin
      if tg_op = 'INSERT' then
        select count(*) into number from (select from new_rows limit most + 1) r;
        if number > most then raise exception 'too many'; end if;
        select json_object_agg(k, ids) into keys from (
          select e.key as k, coalesce(json_agg(distinct e.value::bigint) filter (where e.value ~ '^[0-9]{1,15}$'), '[]') as ids
          from new_rows r, json_each_text(row_to_json(r)) e where e.key = 'id' or e.key like '%\\_id'
          group by e.key having bool_and(e.value is null or e.value ~ '^[0-9]{1,15}$')) s;
      elsif tg_op = 'DELETE' then
        select count(*) into number from (select from old_rows limit most + 1) r;
        if number > most then raise exception 'too many'; end if;
        select json_object_agg(k, ids) into keys from (
          select e.key as k, coalesce(json_agg(distinct e.value::bigint) filter (where e.value ~ '^[0-9]{1,15}$'), '[]') as ids
          from old_rows r, json_each_text(row_to_json(r)) e where e.key = 'id' or e.key like '%\\_id'
          group by e.key having bool_and(e.value is null or e.value ~ '^[0-9]{1,15}$')) s;
      elsif tg_op = 'UPDATE' then
        select count(*) into number from (select from new_rows limit most + 1) r;
        if number > most then raise exception 'too many'; end if;
        if number = 0 then return null; end if;
        select count(*) into paired from (select row_to_json(r) ->> 'id' as id from old_rows r) o
          join (select row_to_json(r) ->> 'id' as id from new_rows r) n on n.id = o.id;
        if paired <> number then raise exception 'rows without an id that stays'; end if;
        select coalesce(json_agg(distinct e.key), '[]') into columns
          from (select row_to_json(r) as v from old_rows r) o
          join (select row_to_json(r) as v from new_rows r) n on n.v ->> 'id' = o.v ->> 'id', json_each_text(n.v) e
          where o.v ->> e.key is distinct from e.value;
        select json_object_agg(k, ids) into keys from (
          select e.key as k, coalesce(json_agg(distinct e.value::bigint) filter (where e.value ~ '^[0-9]{1,15}$'), '[]') as ids
          from (select row_to_json(r) as v from old_rows r union all select row_to_json(r) from new_rows r) b, json_each_text(b.v) e
          where e.key = 'id' or e.key like '%\\_id'
          group by e.key having bool_and(e.value is null or e.value ~ '^[0-9]{1,15}$')) s;
      else
        raise exception 'truncate';
      end if;
      if number = 0 then return null; end if;
      perform pg_notify('populus', concat(about, ' | ', json_build_array(
        json_build_array(tg_table_name, lower(left(tg_op, 1)), columns, coalesce(keys, '{}')))));
    exception when others then
      perform pg_notify('populus', about);
    end;
    return null;
  exception when others then
    return null;
  end
  $populus$`
