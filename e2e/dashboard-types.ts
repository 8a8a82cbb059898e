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

/** The texts of an enum in place of its members, which JSON does not have. */
type Plain<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

interface Target {
  refId: string;
  expr: string;
  legendFormat: string;
}

/** The types of Grafana leave open what the options and the queries of a panel are. */
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

/** deploy/grafana/console.json, of which a test makes a program that this type is checked in. */
export type ConsoleDashboard = Plain<Omit<Dashboard, 'panels' | 'timepicker'>> & { panels: ConsolePanel[] };
