import type {
  Dashboard,
  DataSourceRef,
  GraphFieldConfig,
  Panel,
  RowPanel,
  SingleStatBaseOptions,
  TooltipDisplayMode,
  VizLegendOptions,
  VizTooltipOptions,
} from '@grafana/schema';
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';

/** The type with string values in place of enum members, which JSON does not have. */
type Plain<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

interface Target {
  refId: string;
  expr: string;
  legendFormat: string;
}

/** Grafana's types do not define the options and queries of a panel. */
type PanelOf<Type extends string, Options, Custom> = Plain<
  Omit<Panel, 'type' | 'options' | 'targets' | 'fieldConfig' | 'datasource'>
> & {
  id: number;
  type: Type;
  title: string;
  datasource: DataSourceRef;
  gridPos: { h: number; w: number; x: number; y: number };
  options: Plain<Options>;
  targets: Target[];
  fieldConfig: Plain<NonNullable<Panel<object, Custom>['fieldConfig']>>;
};

interface TimeSeriesOptions {
  legend: Partial<VizLegendOptions>;
  tooltip: Partial<VizTooltipOptions> & { mode: TooltipDisplayMode };
}

type ConsolePanel =
  | (Plain<Omit<RowPanel, 'panels'>> & { panels: [] })
  | PanelOf<'stat', Partial<StatOptions> & Pick<SingleStatBaseOptions, 'reduceOptions'>, object>
  | PanelOf<'timeseries', TimeSeriesOptions, Partial<GraphFieldConfig>>;

/** Type of deploy/grafana/console.json. A test writes a program with the file's content, which is compiled against this type. */
export type ConsoleDashboard = Plain<Omit<Dashboard, 'panels' | 'timepicker'>> & { panels: ConsolePanel[] };
