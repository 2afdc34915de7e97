#include "Columns.h"

gv_field gv_field_of_column(const gv_column *column, uint32_t row) {
    if (row >= column->row_count) return (gv_field){.kind = gv_field_nil};
    switch (column->kind) {
    case gv_column_none: break;
    case gv_column_integers:
        return (gv_field){
            .kind = gv_field_integer, .value.integer = gv_integer_at(column, row)};
    case gv_column_quotients: {
        gv_field field = {.kind = gv_field_number};
        if (gv_quotient_at(column, row, &field.value.number)) return field;
        break;
    }
    case gv_column_texts: return gv_text_of_column(column, gv_text_number_at(column, row));
    }
    return (gv_field){.kind = gv_field_nil};
}
